# task: masked_softmax
# mistake: Uses -1e9, which makes a row with nothing to see uniform.
# diagnosis: masked-equal-weights-in-empty-rows
# %%
import numpy as np


# %%
def masked_softmax(scores, mask):
    x = np.where(mask, scores, -1e9)
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
