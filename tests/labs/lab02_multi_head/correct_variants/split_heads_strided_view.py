# task: split_heads
# style: np.lib.stride_tricks lays a view over a contiguous copy.
# %%
import numpy as np
from numpy.lib.stride_tricks import as_strided


def split_heads(X, num_heads):
    if num_heads < 1 or X.shape[-1] % num_heads:
        raise ValueError("heads do not fit")
    X = np.ascontiguousarray(X)
    d_k = X.shape[-1] // num_heads
    *outer, row, item = X.strides
    return as_strided(X, (*X.shape[:-2], num_heads, X.shape[-2], d_k), (*outer, d_k * item, row, item))
