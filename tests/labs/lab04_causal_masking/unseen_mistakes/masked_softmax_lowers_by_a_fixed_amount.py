# task: masked_softmax
# mistake: Lowers hidden scores by 1e9, which is not enough for larger ones.
# diagnosis: masked-by-adding-for-any-row
# %%
import numpy as np


# %%
def masked_softmax(scores, mask):
    x = scores - 1e9 * ~mask
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1, keepdims=True)
    return np.where(mask.any(axis=-1, keepdims=True), w, 0.0)
