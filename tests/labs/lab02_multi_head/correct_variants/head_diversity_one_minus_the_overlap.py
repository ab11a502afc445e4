# task: head_diversity
# style: One minus what both heads give to a key.
# %%
import numpy as np


def head_diversity(weights):
    h = weights.shape[0]
    overlaps = [np.minimum(weights[a], weights[b]).sum(axis=-1).mean() for a in range(h) for b in range(a)]
    return 1 - sum(overlaps) / len(overlaps) if overlaps else 0.0
