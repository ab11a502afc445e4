# task: merge_heads
# mistake: Lays the heads behind each other as if they were more tokens.
# diagnosis: merge-puts-heads-below-each-other
# %%
import numpy as np


# %%
def merge_heads(X):
    num_heads = X.shape[-3]
    return np.concatenate([X[..., h, :, :] for h in range(num_heads)], axis=-2)
