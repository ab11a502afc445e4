# task: alibi_bias
# mistake: Forgets the 8 and has heads and tokens the wrong way round.
# diagnosis: none
# %%
import numpy as np


# %%
def alibi_bias(num_heads, n):
    d = np.abs(np.arange(num_heads)[:, None] - np.arange(num_heads))
    m = 2.0 ** (-np.arange(1, n + 1) / n)
    return -m[:, None, None] * d
