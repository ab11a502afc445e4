# task: masked_softmax
# style: Lab 1's softmax, then zeros written where no key is visible.
# %%
import numpy as np


def masked_softmax(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    weights = softmax(np.where(mask, scores * 1.0, -np.inf))
    weights[~mask.any(axis=-1)] = 0.0
    return weights
