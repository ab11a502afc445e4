# task: split_heads
# style: einsum with an ellipsis only renames the order of the axes.
# %%
import numpy as np


def split_heads(X, num_heads):
    *leading, n, d_model = X.shape
    if not (num_heads >= 1 and d_model % num_heads == 0):
        raise ValueError(f"num_heads={num_heads} must divide d_model={d_model}")
    return np.einsum("...nhd->...hnd", X.reshape(*leading, n, num_heads, d_model // num_heads))
