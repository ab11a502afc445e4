# task: split_heads
# mistake: Pads the features with zeros to a multiple of num_heads and never refuses.
# diagnosis: none
# %%
import numpy as np


# %%
def split_heads(X, num_heads):
    if num_heads <= 0:
        raise ValueError(f"num_heads is {num_heads}")
    *lead, n, d_model = X.shape
    d_k = -(-d_model // num_heads)
    padded = np.zeros((*lead, n, num_heads * d_k))
    padded[..., :d_model] = X
    return padded.reshape(*lead, n, num_heads, d_k).swapaxes(-2, -3)
