# task: masked_softmax
# mistake: Takes exp without subtracting the maximum.
# diagnosis: masked-overflows
# %%
import numpy as np


# %%
def masked_softmax(scores, mask):
    e = np.where(mask, np.exp(np.where(mask, scores, 0)), 0)
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)
