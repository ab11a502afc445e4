# task: masked_softmax
# style: Task 2's function hides; the rest is written out.
# %%
import numpy as np


def masked_softmax(scores, mask):
    hidden = apply_causal_mask(scores, mask)
    hidden = np.where(mask, hidden, -np.inf)
    peak = np.max(hidden, axis=-1, keepdims=True)
    peak[np.isneginf(peak)] = 0.0
    e = np.exp(hidden - peak)
    return e / (e.sum(axis=-1, keepdims=True) + (e.sum(axis=-1, keepdims=True) == 0))
