# task: head_diversity
# style: Two loops over the heads.
# %%
import numpy as np


def head_diversity(weights):
    distances = []
    for a in range(len(weights)):
        for b in range(a + 1, len(weights)):
            distances.append(0.5 * np.abs(weights[a] - weights[b]).sum(axis=-1).mean())
    return np.mean(distances) if distances else 0.0
