# task: head_diversity
# mistake: Averages over the keys where the distance is a sum over them.
# diagnosis: diversity-mean-over-keys
# %%
import numpy as np


# %%
def head_diversity(weights):
    n = weights.shape[0]
    if n == 1:
        return 0.0
    i, j = np.triu_indices(n, k=1)
    return 0.5 * np.abs(weights[i] - weights[j]).mean()
