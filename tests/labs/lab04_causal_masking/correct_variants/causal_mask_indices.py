# task: causal_mask
# style: np.indices and the inequality of the statement.
# %%
import numpy as np


def causal_mask(n_q, n_k):
    i, j = np.indices((n_q, n_k))
    return j <= i + n_k - n_q
