# task: growth_exponent
# mistake: Forces the line through the origin, as if the constant were 1.
# diagnosis: exponent-through-the-origin
# %%
import numpy as np


# %%
def growth_exponent(ns, costs):
    x, y = np.log(ns), np.log(costs)
    return float(x @ y / (x @ x))
