# task: merge_heads
# mistake: np.concatenate joins along the batch and not the heads when there is a batch axis.
# diagnosis: merge-joins-the-first-axis
# %%
import numpy as np


# %%
def merge_heads(X):
    return np.concatenate(list(X), axis=-1)
