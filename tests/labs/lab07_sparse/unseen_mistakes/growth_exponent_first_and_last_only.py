# task: growth_exponent
# mistake: Joins the first point with the last.
# diagnosis: exponent-of-the-ends
# %%
import numpy as np


# %%
def growth_exponent(ns, costs):
    return (np.log(costs[-1]) - np.log(costs[0])) / (np.log(ns[-1]) - np.log(ns[0]))
