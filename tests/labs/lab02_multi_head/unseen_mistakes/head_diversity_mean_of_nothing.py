# task: head_diversity
# mistake: Takes the mean of an empty list for a single head, which is NaN.
# diagnosis: diversity-of-one-head-is-nan
# %%
from itertools import combinations

import numpy as np


# %%
def head_diversity(weights):
    distances = [0.5 * np.abs(a - b).sum(axis=-1) for a, b in combinations(weights, 2)]
    return np.mean(distances)
