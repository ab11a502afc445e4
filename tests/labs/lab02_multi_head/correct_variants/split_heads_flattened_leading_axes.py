# task: split_heads
# style: All leading axes are flattened into one and restored at the end.
# %%
import numpy as np


def split_heads(X, num_heads):
    leading, (n, d) = X.shape[:-2], X.shape[-2:]
    if num_heads < 1 or d % num_heads:
        raise ValueError("num_heads must divide d_model")
    flat = X.reshape((-1, n, num_heads, d // num_heads)).transpose((0, 2, 1, 3))
    return flat.reshape((*leading, num_heads, n, d // num_heads))
