# task: local_luong_attention
# mistake: Cuts the window around the position without its fraction; the bell curve is right.
# diagnosis: local-window-around-the-cut-position
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    j = np.arange(states.shape[-2])
    p = np.asarray(position)[..., None]
    near = abs(j - np.floor(p)) <= window
    s = np.where(near, general_score(h_t, states, W), -1e9)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True) * np.exp(-((j - p) ** 2) / (2 * (window / 2) ** 2))
    return np.einsum("...n,...nd->...d", w, states), w
