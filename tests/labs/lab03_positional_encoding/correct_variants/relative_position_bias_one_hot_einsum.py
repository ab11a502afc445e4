# task: relative_position_bias
# style: One-hot distances, then einsum: as where a gradient is wanted.
# %%
import numpy as np


def relative_position_bias(table, n_q, n_k):
    size = len(table)
    index = np.clip(np.arange(n_k)[None] - np.arange(n_q)[:, None] + size // 2, 0, size - 1)
    return np.einsum("qkt,t->qk", np.eye(size)[index], table)
