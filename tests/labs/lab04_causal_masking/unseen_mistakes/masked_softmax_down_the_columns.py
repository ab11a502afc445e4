# task: masked_softmax
# mistake: Normalises over the queries.
# diagnosis: masked-over-queries
# %%
import numpy as np


# %%
def masked_softmax(scores, mask):
    x = np.where(mask, scores, -np.inf)
    top = x.max(axis=-2, keepdims=True)
    e = np.exp(x - np.where(np.isfinite(top), top, 0.0))
    total = e.sum(axis=-2, keepdims=True)
    return e / np.where(total == 0.0, 1.0, total)
