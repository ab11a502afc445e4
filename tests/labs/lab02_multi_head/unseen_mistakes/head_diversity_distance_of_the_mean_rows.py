# task: head_diversity
# mistake: Averages over the queries before it takes the distance, so that opposite differences cancel.
# diagnosis: diversity-of-mean-rows
# %%
from itertools import combinations

import numpy as np


# %%
def head_diversity(weights):
    rows = weights.mean(axis=1)
    pairs = [0.5 * np.abs(a - b).sum() for a, b in combinations(rows, 2)]
    return float(np.mean(pairs)) if pairs else 0.0
