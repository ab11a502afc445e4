# task: masked_softmax
# style: The number -1e9 for hidden scores, and the mask once more afterwards.
# %%
import numpy as np


def masked_softmax(scores, mask):
    s = np.where(mask, np.asarray(scores, dtype=np.float64), -1e9)
    e = np.exp(s - s.max(axis=-1, keepdims=True)) * mask
    return e / np.maximum(e.sum(axis=-1, keepdims=True), 1e-30)
