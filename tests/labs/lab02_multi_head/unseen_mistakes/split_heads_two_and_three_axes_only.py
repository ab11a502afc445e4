# task: split_heads
# mistake: Knows arrays of two and of three axes; a fourth fails.
# diagnosis: none
# %%
import numpy as np


# %%
def split_heads(X, num_heads):
    if num_heads < 1:
        raise ValueError("at least one head, please")
    if X.shape[-1] % num_heads:
        raise ValueError("d_model is no multiple of num_heads")
    d_k = X.shape[-1] // num_heads
    if X.ndim == 2:
        return X.reshape(len(X), num_heads, d_k).transpose(1, 0, 2)
    batch, n, _ = X.shape
    return X.reshape(batch, n, num_heads, d_k).transpose(0, 2, 1, 3)
