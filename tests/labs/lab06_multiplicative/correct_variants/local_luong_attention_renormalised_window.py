# task: local_luong_attention
# style: Softmax over everything, the window cut out and divided by its sum, then the bell.
# %%
import numpy as np


def local_luong_attention(h_t, states, W, position, window):
    n = states.shape[-2]
    d = np.abs(np.arange(n) - np.asarray(position)[..., None])
    inside = d <= window
    s = general_score(h_t, states, W)
    e = np.where(inside, np.exp(s - np.where(inside, s, -np.inf).max(-1, keepdims=True)), 0)
    w = e / e.sum(-1, keepdims=True) * np.exp(-(d**2) / (window**2 / 2))
    return np.sum(w[..., None] * states, -2), w
