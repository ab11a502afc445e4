# task: masked_softmax
# mistake: Masks the weights after the softmax of all scores, so that the rows sum to less than one.
# diagnosis: masked-after-the-softmax
# %%
import numpy as np


# %%
def masked_softmax(scores, mask):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.where(mask, e / e.sum(axis=-1, keepdims=True), 0.0)
