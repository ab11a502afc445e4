# task: merge_heads
# style: Head and place of every feature are computed by divmod and used as indices.
# %%
import numpy as np


def merge_heads(X):
    h, d_k = X.shape[-3], X.shape[-1]
    head, place = np.divmod(np.arange(h * d_k), d_k)
    return np.swapaxes(np.swapaxes(X, -3, -2)[..., head, place], -1, -1)
