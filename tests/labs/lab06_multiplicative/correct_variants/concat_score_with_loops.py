# task: concat_score
# style: Loops over samples and states, with math.tanh.
# %%
import math

import numpy as np


def concat_score(h_t, states, W, v):
    out = np.empty(states.shape[:-1], dtype=float)
    for where in np.ndindex(*states.shape[:-1]):
        vector = list(h_t[where[:-1]]) + list(states[where])
        score = 0.0
        for unit in range(W.shape[1]):
            score += v[unit] * math.tanh(sum(x * W[k, unit] for k, x in enumerate(vector)))
        out[where] = score
    return out
