# task: growth_exponent
# mistake: Returns the correlation, which tells how straight the line is, not how steep.
# diagnosis: exponent-is-a-correlation
# %%
import numpy as np


# %%
def growth_exponent(ns, costs):
    return np.corrcoef(np.log(ns), np.log(costs))[0, 1]
