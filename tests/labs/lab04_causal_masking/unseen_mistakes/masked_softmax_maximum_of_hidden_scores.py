# task: masked_softmax
# mistake: Subtracts the maximum of all scores, so that a large hidden one leaves 0 for all visible ones.
# diagnosis: masked-maximum-of-all
# %%
import numpy as np


# %%
def masked_softmax(scores, mask):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True)) * mask
    total = e.sum(axis=-1, keepdims=True)
    return np.divide(e, total, out=np.zeros_like(e, dtype=float), where=total > 0)
