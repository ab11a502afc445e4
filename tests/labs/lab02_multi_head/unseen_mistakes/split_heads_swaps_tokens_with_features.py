# task: split_heads
# mistake: Exchanges the wrong pair of axes: (..., num_heads, d_k, n).
# diagnosis: split-turns-tokens-into-columns
# %%
import numpy as np


# %%
def split_heads(X, num_heads):
    if num_heads < 1 or X.shape[-1] % num_heads:
        raise ValueError("num_heads has to divide the last axis")
    Xt = np.swapaxes(X, -1, -2)
    *lead, d_model, n = Xt.shape
    return Xt.reshape(*lead, num_heads, d_model // num_heads, n)
