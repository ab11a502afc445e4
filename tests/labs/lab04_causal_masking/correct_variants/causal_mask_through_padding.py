# task: causal_mask
# style: Every query has a number of visible keys: that is a padding mask.
# %%
import numpy as np


def causal_mask(n_q, n_k):
    return padding_mask(np.arange(n_k - n_q + 1, n_k + 1), n_k)[:, 0, :]
