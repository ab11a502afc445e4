# task: merge_heads
# mistake: Transposes exactly three axes, so that a batch fails.
# diagnosis: merge-transposes-three-axes
# %%
import numpy as np


# %%
def merge_heads(X):
    swapped = X.transpose(1, 0, 2)
    return swapped.reshape(swapped.shape[0], -1)
