# task: alibi_bias
# mistake: Gives all heads the first slope.
# diagnosis: alibi-one-slope
# %%
import numpy as np


# %%
def alibi_bias(num_heads, n):
    slope = 2 ** (-8 / num_heads)
    distance = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    return np.stack([-slope * distance] * num_heads)
