# task: split_heads
# mistake: Leaves the check to np.split, which raises ZeroDivisionError for no heads at all.
# diagnosis: split-divides-by-zero-heads
# %%
import numpy as np


# %%
def split_heads(X, num_heads):
    parts = np.split(X, num_heads, axis=-1)
    return np.stack(parts, axis=-3)
