# task: head_diversity
# style: itertools.combinations gives the pairs.
# %%
from itertools import combinations

import numpy as np


def head_diversity(weights):
    if weights.shape[0] == 1:
        return 0.0
    return float(np.mean([np.abs(a - b).sum(-1) / 2 for a, b in combinations(weights, 2)]))
