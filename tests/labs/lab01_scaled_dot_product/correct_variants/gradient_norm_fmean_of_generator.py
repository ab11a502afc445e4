# task: gradient_norm
# style: statistics.fmean over a generator of norms, which gives a Python float.
# %%
from statistics import fmean

import numpy as np


def gradient_norm(Q, K, scale=True):
    weights = np.asarray(softmax(attention_scores(Q, K, scale), -1), dtype=float)
    rows = weights.reshape(-1, weights.shape[-1])
    return fmean(np.linalg.norm(np.diag(p) - np.outer(p, p)) for p in rows)
