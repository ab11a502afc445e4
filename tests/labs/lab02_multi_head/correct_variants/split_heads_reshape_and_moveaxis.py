# task: split_heads
# style: Reshape, then np.moveaxis.
# %%
import numpy as np


def split_heads(X, num_heads):
    if num_heads < 1 or X.shape[-1] % num_heads != 0:
        raise ValueError(f"cannot split {X.shape[-1]} features into {num_heads} heads")
    return np.moveaxis(X.reshape(X.shape[:-1] + (num_heads, -1)), -2, -3)
