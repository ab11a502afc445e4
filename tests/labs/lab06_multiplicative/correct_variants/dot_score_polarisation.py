# task: dot_score
# style: From lengths alone: half of (|a|^2 + |b|^2 - |a - b|^2).
# %%
import numpy as np


def dot_score(h_t, states):
    h = np.asarray(h_t, dtype=float)[..., None, :]
    s = np.asarray(states, dtype=float)
    return 0.5 * ((h**2).sum(-1) + (s**2).sum(-1) - ((h - s) ** 2).sum(-1))
