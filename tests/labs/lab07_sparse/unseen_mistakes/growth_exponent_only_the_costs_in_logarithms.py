# task: growth_exponent
# mistake: Takes the logarithm of the costs only.
# diagnosis: exponent-log-of-costs-only
# %%
import numpy as np


# %%
def growth_exponent(ns, costs):
    A = np.stack([ns, np.ones(len(ns))], axis=1)
    return np.linalg.lstsq(A, np.log(costs), rcond=None)[0][0]
