# task: split_heads
# mistake: Reshapes straight to (num_heads, n, d_k), so that a head holds whole tokens and not a slice of each.
# diagnosis: split-by-reshape-alone
# %%
import numpy as np


# %%
def split_heads(X, num_heads):
    *lead, n, d_model = X.shape
    if num_heads < 1 or d_model % num_heads != 0:
        raise ValueError(f"cannot split {d_model} features into {num_heads} heads")
    return X.reshape(*lead, num_heads, n, d_model // num_heads)
