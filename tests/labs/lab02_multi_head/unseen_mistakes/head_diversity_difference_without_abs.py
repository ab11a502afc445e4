# task: head_diversity
# mistake: Forgets the absolute value: rows that sum to one then differ by 0 always.
# diagnosis: diversity-without-absolute-values
# %%
import numpy as np


# %%
def head_diversity(weights):
    h = weights.shape[0]
    if h == 1:
        return 0.0
    i, j = np.triu_indices(h, 1)
    return float(abs((0.5 * (weights[i] - weights[j]).sum(axis=-1)).mean()))
