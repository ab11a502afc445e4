# task: head_diversity
# mistake: Forgets the factor one half.
# diagnosis: diversity-without-the-half
# %%
from itertools import combinations

import numpy as np


# %%
def head_diversity(weights):
    pairs = list(combinations(weights, 2))
    if not pairs:
        return 0.0
    return np.mean([np.abs(a - b).sum(axis=-1).mean() for a, b in pairs])
