# task: relative_position_bias
# mistake: Uses i - j where j - i is asked for.
# diagnosis: bias-of-the-opposite-distance
# %%
import numpy as np


# %%
def relative_position_bias(table, n_q, n_k):
    m = len(table) // 2
    distance = np.arange(n_q)[:, None] - np.arange(n_k)[None, :]
    return table[np.clip(distance, -m, m) + m]
