# task: split_heads
# mistake: Cuts off the features that are left over where it should refuse.
# diagnosis: split-drops-what-is-left-over
# %%
import numpy as np


# %%
def split_heads(X, num_heads):
    if num_heads < 1:
        raise ValueError("need a head")
    d_k = X.shape[-1] // num_heads
    kept = X[..., : num_heads * d_k]
    return np.moveaxis(kept.reshape(kept.shape[:-1] + (num_heads, d_k)), -2, -3)
