# task: head_diversity
# style: All ordered pairs at once by broadcasting; the diagonal adds nothing.
# %%
import numpy as np


def head_diversity(weights):
    h, n_q, _ = weights.shape
    if h < 2:
        return 0
    total = np.abs(weights[:, np.newaxis] - weights[np.newaxis]).sum() / 2
    return total / (h * (h - 1) * n_q)
