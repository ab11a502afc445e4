# task: growth_exponent
# mistake: Divides a covariance with n - 1 by a variance with n.
# diagnosis: none
# %%
import numpy as np


# %%
def growth_exponent(ns, costs):
    x, y = np.log(ns), np.log(costs)
    return np.cov(x, y)[0, 1] / np.var(x)
