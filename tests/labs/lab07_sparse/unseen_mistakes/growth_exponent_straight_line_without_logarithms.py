# task: growth_exponent
# mistake: Fits a line to the numbers themselves.
# diagnosis: exponent-without-logarithms
# %%
import numpy as np


# %%
def growth_exponent(ns, costs):
    return np.polyfit(ns, costs, 1)[0]
