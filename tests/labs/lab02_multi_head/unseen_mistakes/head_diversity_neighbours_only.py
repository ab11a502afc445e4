# task: head_diversity
# mistake: Compares each head with the next one only.
# diagnosis: diversity-of-neighbours
# %%
import numpy as np


# %%
def head_diversity(weights):
    if weights.shape[0] < 2:
        return 0.0
    steps = np.diff(weights, axis=0)
    return float((np.abs(steps).sum(axis=-1) / 2).mean())
