# task: split_heads
# style: np.split along the features; its own error message stands for the sizes that do not fit.
# %%
import numpy as np


def split_heads(X, num_heads):
    if num_heads < 1:
        raise ValueError("at least one head, please")
    return np.stack(np.split(X, num_heads, axis=-1), axis=-3)
