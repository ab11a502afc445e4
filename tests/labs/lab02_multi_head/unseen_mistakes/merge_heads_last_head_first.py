# task: merge_heads
# mistake: Takes the heads in the wrong order.
# diagnosis: merge-puts-the-last-head-first
# %%
import numpy as np


# %%
def merge_heads(X):
    out = X[..., 0, :, :]
    for h in range(1, X.shape[-3]):
        out = np.concatenate((X[..., h, :, :], out), axis=-1)
    return out
