# task: masked_softmax
# mistake: Adds 1e-9 against the division by zero, which is 0 in half precision.
# diagnosis: masked-nan-in-half-precision
# %%
import numpy as np


# %%
def masked_softmax(scores, mask):
    x = np.where(mask, scores, np.finfo(scores.dtype).min if scores.dtype.kind == "f" else -1e9)
    e = np.exp(x - x.max(axis=-1, keepdims=True)) * mask
    return e / (e.sum(axis=-1, keepdims=True) + 1e-9)
