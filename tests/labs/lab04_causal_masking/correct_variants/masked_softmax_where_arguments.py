# task: masked_softmax
# style: The where argument of max and sum.
# %%
import numpy as np


def masked_softmax(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    scores = scores.astype(float)
    largest = np.max(scores, axis=-1, keepdims=True, where=mask, initial=-np.inf)
    shifted = np.where(mask, scores, 0) - np.where(np.isfinite(largest), largest, 0)
    e = np.where(mask, np.exp(np.where(mask, shifted, 0)), 0)
    total = e.sum(axis=-1, keepdims=True)
    return np.divide(e, total, out=np.zeros_like(e), where=total > 0)
