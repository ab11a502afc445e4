# task: merge_heads
# style: einsum renames the axes, reshape joins them.
# %%
import numpy as np


def merge_heads(X):
    *leading, h, n, d_k = X.shape
    return np.einsum("...hnd->...nhd", X).reshape(*leading, n, h * d_k)
