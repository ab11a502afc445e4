# task: alibi_bias
# mistake: Also sets every later key to minus infinity.
# diagnosis: alibi-hides-the-future
# %%
import numpy as np


# %%
def alibi_bias(num_heads, n):
    m = 2 ** (-8 * np.arange(1, num_heads + 1) / num_heads)
    pos = np.arange(n)
    d = np.where(pos[None] <= pos[:, None], np.abs(pos[:, None] - pos[None]), np.inf)
    return -m[:, None, None] * d
