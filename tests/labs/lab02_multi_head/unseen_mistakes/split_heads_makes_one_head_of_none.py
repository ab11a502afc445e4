# task: split_heads
# mistake: Silently turns a number of heads below 1 into 1.
# diagnosis: none
# %%
import numpy as np


# %%
def split_heads(X, num_heads):
    num_heads = max(1, num_heads)
    *lead, n, d_model = X.shape
    if d_model % num_heads:
        raise ValueError("d_model % num_heads must be 0")
    return np.swapaxes(X.reshape(*lead, n, num_heads, -1), -3, -2)
