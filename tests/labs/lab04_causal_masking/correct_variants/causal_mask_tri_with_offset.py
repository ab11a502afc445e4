# task: causal_mask
# style: np.tri with an offset.
# %%
import numpy as np


def causal_mask(n_q, n_k):
    return np.tri(n_q, n_k, n_k - n_q, dtype=bool)
