# task: split_heads
# style: The axes are counted and written out for np.transpose.
# %%
import numpy as np


def split_heads(X, num_heads):
    if num_heads < 1 or X.shape[-1] % num_heads:
        raise ValueError("heads do not fit")
    heads = np.reshape(X, (*X.shape[:-1], num_heads, X.shape[-1] // num_heads))
    last = heads.ndim - 1
    return np.transpose(heads, (*range(last - 2), last - 1, last - 2, last))
