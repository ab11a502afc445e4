# task: merge_heads
# mistake: Squeezes the result, so that a single token, or a batch of one, loses its axis.
# diagnosis: merge-loses-axes-of-length-one
# %%
import numpy as np


# %%
def merge_heads(X):
    X = np.swapaxes(X, -2, -3)
    merged = X.reshape(X.shape[:-2] + (X.shape[-2] * X.shape[-1],))
    return np.squeeze(merged)
