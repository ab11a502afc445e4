# task: alibi_bias
# mistake: Squares the distance to lose its sign.
# diagnosis: alibi-squared-distance
# %%
import numpy as np


# %%
def alibi_bias(num_heads, n):
    pos = np.arange(n)
    d2 = (pos[:, None] - pos) ** 2
    m = 0.5 ** (8 * np.arange(1, num_heads + 1) / num_heads)
    return np.einsum("h,ij->hij", -m, d2)
