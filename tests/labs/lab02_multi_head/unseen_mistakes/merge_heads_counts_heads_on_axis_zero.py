# task: merge_heads
# mistake: Takes axis 0 for the heads, which is the batch where there is one.
# diagnosis: none
# %%
import numpy as np


# %%
def merge_heads(X):
    num_heads, n, d_k = X.shape[0], X.shape[-2], X.shape[-1]
    out = np.zeros(X.shape[:-3] + (n, num_heads * d_k))
    for h in range(num_heads):
        out[..., h * d_k : (h + 1) * d_k] = X[..., h, :, :]
    return out
