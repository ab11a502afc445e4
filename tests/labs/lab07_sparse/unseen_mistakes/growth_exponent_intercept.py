# task: growth_exponent
# mistake: Returns the second coefficient, which is the intercept.
# diagnosis: exponent-is-the-intercept
# %%
import numpy as np


# %%
def growth_exponent(ns, costs):
    return np.polyfit(np.log(ns), np.log(costs), deg=1)[1]
