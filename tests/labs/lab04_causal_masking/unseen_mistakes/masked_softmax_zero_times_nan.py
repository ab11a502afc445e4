# task: masked_softmax
# mistake: Hides by -1e9, which is minus infinity in half precision, and then multiplies the NaN of an empty row by 0.
# diagnosis: masked-nan-in-half-precision
# %%
import numpy as np


# %%
def masked_softmax(scores, mask):
    x = np.where(mask, scores, np.array(-1e9).astype(scores.dtype))
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) * mask
