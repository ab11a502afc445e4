# task: masked_softmax
# mistake: Hides in the array of the caller.
# diagnosis: none
# %%
import numpy as np


# %%
def masked_softmax(scores, mask):
    x = scores if scores.dtype.kind == "f" else scores.astype(float)
    x[~np.broadcast_to(mask, x.shape)] = -np.inf
    top = x.max(axis=-1, keepdims=True)
    top = np.where(np.isinf(top), 0, top)
    e = np.exp(x - top)
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total > 0, total, 1)
