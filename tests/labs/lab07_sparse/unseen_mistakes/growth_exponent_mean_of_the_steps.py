# task: growth_exponent
# mistake: Averages the slopes between neighbouring points.
# diagnosis: exponent-mean-of-slopes
# %%
import numpy as np


# %%
def growth_exponent(ns, costs):
    x, y = np.log2(ns), np.log2(costs)
    return float(np.mean(np.diff(y) / np.diff(x)))
