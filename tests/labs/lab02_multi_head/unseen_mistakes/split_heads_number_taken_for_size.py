# task: split_heads
# mistake: Makes heads of num_heads features each, and not num_heads heads.
# diagnosis: split-into-heads-of-num-heads-features
# %%
import numpy as np


# %%
def split_heads(X, num_heads):
    if num_heads < 1 or X.shape[-1] % num_heads:
        raise ValueError("heads must be of equal size")
    return np.swapaxes(X.reshape(*X.shape[:-1], -1, num_heads), -2, -3)
