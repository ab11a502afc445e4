# task: concat_score
# style: Adds one hidden unit after the other.
# %%
import numpy as np


def concat_score(h_t, states, W, v):
    d_t = h_t.shape[-1]
    scores = np.zeros(states.shape[:-1])
    for unit, weight in zip(W.T, v):
        scores += weight * np.tanh((h_t @ unit[:d_t])[..., None] + states @ unit[d_t:])
    return scores
