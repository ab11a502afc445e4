# task: general_score
# style: Four nested loops.
# %%
import numpy as np


def general_score(h_t, states, W):
    leading = states.shape[:-2]
    n, d_s = states.shape[-2:]
    out = np.zeros(leading + (n,))
    for index in np.ndindex(*leading):
        for j in range(n):
            for a in range(W.shape[0]):
                for b in range(W.shape[1]):
                    out[index + (j,)] += h_t[index + (a,)] * W[a, b] * states[index + (j, b)]
    return out
