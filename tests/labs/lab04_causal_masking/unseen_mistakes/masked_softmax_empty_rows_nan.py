# task: masked_softmax
# mistake: Subtracts minus infinity from minus infinity in a row with nothing to see.
# diagnosis: masked-nan-in-empty-rows
# %%
import numpy as np


# %%
def masked_softmax(scores, mask):
    x = np.where(mask, scores, -np.inf)
    x = x - np.max(x, axis=-1, keepdims=True)
    e = np.exp(x)
    return e / np.sum(e, axis=-1, keepdims=True)
