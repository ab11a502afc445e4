# task: split_heads
# mistake: Hands the ValueError back as a result where it should raise it.
# diagnosis: none
# %%
import numpy as np


# %%
def split_heads(X, num_heads):
    if num_heads < 1 or X.shape[-1] % num_heads:
        return ValueError("num_heads does not fit")
    d_k = X.shape[-1] // num_heads
    split = X.reshape(*X.shape[:-1], num_heads, d_k)
    return np.swapaxes(split, -2, -3)
