# task: head_diversity
# style: Sorted over the heads, each gap between neighbours is counted by the pairs that it separates.
# %%
import numpy as np


def head_diversity(weights):
    h, n_q = weights.shape[:2]
    if h == 1:
        return 0.0
    gaps = np.diff(np.sort(weights, axis=0), axis=0)
    below = np.arange(1, h)[:, None, None]
    return float((gaps * below * (h - below)).sum() / 2 / (h * (h - 1) / 2) / n_q)
