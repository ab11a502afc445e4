# task: masked_softmax
# mistake: Treats the empty case only when nothing at all is visible, in any row.
# diagnosis: none
# %%
import numpy as np


# %%
def masked_softmax(scores, mask):
    if not mask.any():
        return np.zeros(scores.shape)
    x = np.where(mask, scores, -np.inf)
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
