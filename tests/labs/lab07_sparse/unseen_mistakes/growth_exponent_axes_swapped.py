# task: growth_exponent
# mistake: Fits log n against log cost.
# diagnosis: exponent-axes-exchanged
# %%
import numpy as np


# %%
def growth_exponent(ns, costs):
    slope, _ = np.polyfit(np.log(costs), np.log(ns), 1)
    return slope
