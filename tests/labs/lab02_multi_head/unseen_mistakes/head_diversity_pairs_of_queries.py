# task: head_diversity
# mistake: Compares the queries of a head with each other, and not the heads.
# diagnosis: none
# %%
import numpy as np


# %%
def head_diversity(weights):
    if len(weights) == 1:
        return 0.0
    n_q = weights.shape[1]
    i, j = np.triu_indices(n_q, k=1)
    return float((0.5 * np.abs(weights[:, i] - weights[:, j]).sum(axis=-1)).mean())
