# task: head_diversity
# mistake: Adds the pairs up where the mean is asked for.
# diagnosis: diversity-summed-over-pairs
# %%
import numpy as np


# %%
def head_diversity(weights):
    h = len(weights)
    total = 0.0
    for a in range(h):
        for b in range(a + 1, h):
            total += np.mean(0.5 * np.sum(np.abs(weights[a] - weights[b]), axis=-1))
    return total
