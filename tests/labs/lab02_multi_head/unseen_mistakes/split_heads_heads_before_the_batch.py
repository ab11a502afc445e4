# task: split_heads
# mistake: Stacks the heads on the very first axis, in front of the batch.
# diagnosis: split-puts-heads-before-the-batch
# %%
import numpy as np


# %%
def split_heads(X, num_heads):
    if num_heads < 1:
        raise ValueError("num_heads must be at least 1")
    if X.shape[-1] % num_heads != 0:
        raise ValueError("the features do not share out evenly")
    return np.stack(np.split(X, num_heads, axis=-1))
