# task: masked_softmax
# style: Row by row, over the visible keys alone.
# %%
import math

import numpy as np


def masked_softmax(scores, mask):
    full = np.broadcast_to(mask, scores.shape)
    weights = np.zeros(scores.shape)
    for where in np.ndindex(*scores.shape[:-1]):
        seen = np.flatnonzero(full[where])
        if len(seen) == 0:
            continue
        row = [float(scores[where][j]) for j in seen]
        top = max(row)
        powers = [math.exp(score - top) for score in row]
        for j, power in zip(seen, powers):
            weights[where][j] = power / sum(powers)
    return weights
