# task: relative_position_bias
# mistake: Clips to 0..2m before it adds m, which loses all keys on the left.
# diagnosis: bias-limited-before-the-middle-is-added
# %%
import numpy as np


# %%
def relative_position_bias(table, n_q, n_k):
    last = len(table) - 1
    m = last // 2
    distance = np.arange(n_k)[None] - np.arange(n_q)[:, None]
    return table[np.minimum(np.clip(distance, 0, last) + m, last)]
