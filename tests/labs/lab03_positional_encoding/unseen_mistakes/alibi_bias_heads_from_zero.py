# task: alibi_bias
# mistake: Counts the heads from 0, so that the first slope is 1.
# diagnosis: alibi-counts-from-zero
# %%
import numpy as np


# %%
def alibi_bias(num_heads, n):
    i, j = np.indices((n, n))
    return np.array([-(2 ** (-8 * h / num_heads)) * np.abs(i - j) for h in range(num_heads)])
