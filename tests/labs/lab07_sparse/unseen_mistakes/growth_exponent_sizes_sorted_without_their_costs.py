# task: growth_exponent
# mistake: Sorts the sizes and leaves the costs where they are.
# diagnosis: none
# %%
import numpy as np


# %%
def growth_exponent(ns, costs):
    x = np.log(np.sort(ns))
    y = np.log(costs)
    x = x - x.mean()
    return float((x * y).sum() / (x * x).sum())
