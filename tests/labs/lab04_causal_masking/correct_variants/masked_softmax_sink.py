# task: masked_softmax
# style: One more key that every query sees only if it sees nothing else, cut off at the end.
# %%
import numpy as np


def masked_softmax(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    sink = ~mask.any(axis=-1, keepdims=True)
    wider = np.concatenate([np.where(mask, scores, -np.inf), np.where(sink, 0.0, -np.inf)], axis=-1)
    return softmax(wider)[..., :-1]
