# task: head_diversity
# style: A zero-dimensional array.
# %%
import numpy as np


def head_diversity(weights):
    h = len(weights)
    pairs = [(a, b) for a in range(h) for b in range(h) if a != b]
    if not pairs:
        return np.array(0.0)
    a, b = np.array(pairs).T
    return np.array(np.linalg.norm(weights[a] - weights[b], ord=1, axis=-1).mean() / 2)
