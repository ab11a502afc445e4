# task: gru_step
# style: Blocks by name in a dict.
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    names = ["reset", "update", "new"]
    wx = dict(zip(names, np.array_split(W_x, 3, axis=1)))
    wh = dict(zip(names, np.array_split(W_h, 3, axis=1)))
    bias = dict(zip(names, np.array_split(b, 3)))
    gate = {k: 1 / (1 + np.exp(-(np.dot(x, wx[k]) + np.dot(h, wh[k]) + bias[k]))) for k in names[:2]}
    new = np.tanh(np.dot(x, wx["new"]) + gate["reset"] * np.dot(h, wh["new"]) + bias["new"])
    keep = gate["update"]
    return keep * h + (1 - keep) * new
