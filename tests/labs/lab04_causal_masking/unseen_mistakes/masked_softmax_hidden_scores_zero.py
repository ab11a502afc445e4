# task: masked_softmax
# mistake: Gives hidden keys the score 0, which is a score as any other.
# diagnosis: none
# %%
import numpy as np


# %%
def masked_softmax(scores, mask):
    x = np.where(mask, scores, 0.0)
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) * mask.any(axis=-1, keepdims=True)
