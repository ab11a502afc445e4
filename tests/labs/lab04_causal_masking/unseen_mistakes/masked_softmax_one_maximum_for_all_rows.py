# task: masked_softmax
# mistake: Subtracts the largest visible score of the whole array, so that a row far below it comes out empty.
# diagnosis: none
# %%
import numpy as np


# %%
def masked_softmax(scores, mask):
    seen = np.broadcast_to(mask, scores.shape)
    top = scores[seen].max() if seen.any() else 0.0
    e = np.where(seen, np.exp(np.where(seen, scores - top, 0.0)), 0.0)
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total > 0, total, 1.0)
