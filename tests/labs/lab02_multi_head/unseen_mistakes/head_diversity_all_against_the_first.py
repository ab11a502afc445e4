# task: head_diversity
# mistake: Compares every head with head 0 only.
# diagnosis: diversity-from-head-zero
# %%
import numpy as np


# %%
def head_diversity(weights):
    first, rest = weights[0], weights[1:]
    if len(rest) == 0:
        return 0.0
    return np.mean([0.5 * np.abs(w - first).sum(axis=-1) for w in rest])
