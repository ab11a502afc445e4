# task: alibi_bias
# mistake: Puts the heads on the last axis.
# diagnosis: alibi-heads-last
# %%
import numpy as np


# %%
def alibi_bias(num_heads, n):
    m = 2 ** (-8 * np.arange(1, num_heads + 1) / num_heads)
    d = np.abs(np.arange(n)[:, None] - np.arange(n)[None, :])
    return -d[..., None] * m
