# task: head_diversity
# style: The positive part of the difference, whose sum is half that of the absolute values.
# %%
import numpy as np


def head_diversity(weights):
    one, other = np.triu_indices(weights.shape[0], 1)
    if one.size == 0:
        return np.float64(0)
    return np.maximum(weights[one] - weights[other], 0).sum(axis=-1).mean()
