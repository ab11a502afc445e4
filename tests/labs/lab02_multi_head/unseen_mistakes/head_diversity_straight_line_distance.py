# task: head_diversity
# mistake: Uses the Euclidean distance of two rows.
# diagnosis: diversity-of-half-straight-lines
# %%
import numpy as np


# %%
def head_diversity(weights):
    h = weights.shape[0]
    if h == 1:
        return 0.0
    i, j = np.triu_indices(h, 1)
    return 0.5 * np.linalg.norm(weights[i] - weights[j], axis=-1).mean()
