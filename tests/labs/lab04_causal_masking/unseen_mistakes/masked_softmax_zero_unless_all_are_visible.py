# task: masked_softmax
# mistake: Asks mask.all where mask.any is meant.
# diagnosis: none
# %%
import numpy as np


# %%
def masked_softmax(scores, mask):
    x = np.where(mask, scores, -1e30)
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1, keepdims=True)
    return np.where(mask.all(axis=-1, keepdims=True), w, 0.0)
