# task: growth_exponent
# mistake: Returns slope and intercept.
# diagnosis: exponent-with-the-intercept
# %%
import numpy as np


# %%
def growth_exponent(ns, costs):
    return np.polyfit(np.log(ns), np.log(costs), 1)
