# task: growth_exponent
# mistake: Takes log10 for the sizes and the natural logarithm for the costs.
# diagnosis: none
# %%
import numpy as np


# %%
def growth_exponent(ns, costs):
    return np.polyfit(np.log10(ns), np.log(costs), 1)[0]
