# task: growth_exponent
# mistake: Adds one before the logarithm to be safe from zeros.
# diagnosis: exponent-log1p
# %%
import numpy as np


# %%
def growth_exponent(ns, costs):
    return np.polyfit(np.log1p(ns), np.log1p(costs), 1)[0]
