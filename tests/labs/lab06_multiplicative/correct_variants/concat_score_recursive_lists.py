# task: concat_score
# style: One sample by stacking rows, batches by calling itself; lists are returned.
# %%
import numpy as np


def concat_score(h_t, states, W, v):
    if h_t.ndim == 1:
        rows = np.stack([np.hstack([h_t, s]) for s in states])
        return np.dot(np.tanh(np.dot(rows, W)), v).tolist()
    return [concat_score(h, s, W, v) for h, s in zip(h_t, states)]
