# task: relative_position_bias
# mistake: Forgets to clip: far keys are outside the table, or read it from its other end.
# diagnosis: bias-not-clipped
# %%
import numpy as np


# %%
def relative_position_bias(table, n_q, n_k):
    m = (len(table) - 1) // 2
    out = np.zeros((n_q, n_k))
    for i in range(n_q):
        for j in range(n_k):
            out[i, j] = table[j - i + m]
    return out
