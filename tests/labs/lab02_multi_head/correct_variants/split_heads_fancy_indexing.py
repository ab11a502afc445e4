# task: split_heads
# style: A table of feature numbers picks every head at once.
# %%
import numpy as np


def split_heads(X, num_heads):
    d_model = X.shape[-1]
    if num_heads < 1 or d_model % num_heads:
        raise ValueError("bad number of heads")
    table = np.arange(d_model).reshape(num_heads, -1)
    return np.swapaxes(X[..., table], -2, -3)
