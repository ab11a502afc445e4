# task: head_diversity
# mistake: Sums over the queries and averages over the keys.
# diagnosis: none
# %%
import numpy as np


# %%
def head_diversity(weights):
    h = weights.shape[0]
    if h < 2:
        return 0.0
    total, count = 0.0, 0
    for a in range(h - 1):
        for b in range(a + 1, h):
            total += np.mean(0.5 * np.sum(np.abs(weights[a] - weights[b]), axis=0))
            count += 1
    return total / count
