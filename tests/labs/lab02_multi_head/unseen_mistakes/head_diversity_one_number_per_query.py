# task: head_diversity
# mistake: Keeps the axis of the queries and returns a vector.
# diagnosis: diversity-for-each-query
# %%
import numpy as np


# %%
def head_diversity(weights):
    h = weights.shape[0]
    if h == 1:
        return 0.0
    i, j = np.triu_indices(h, 1)
    return (0.5 * np.abs(weights[i] - weights[j]).sum(axis=-1)).mean(axis=0)
