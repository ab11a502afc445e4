# task: merge_heads
# mistake: Also merges the leading axes with the tokens.
# diagnosis: merge-makes-one-axis-of-all-rows
# %%
import numpy as np


# %%
def merge_heads(X):
    num_heads, n, d_k = X.shape[-3:]
    return np.swapaxes(X, -3, -2).reshape(-1, num_heads * d_k)
