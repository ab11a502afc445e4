# task: local_luong_attention
# mistake: Takes the window for the whole width.
# diagnosis: local-window-is-its-whole-width
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    half = window / 2
    d = np.arange(states.shape[-2]) - np.asarray(position)[..., None]
    s = np.where(abs(d) <= max(half, 0.5), general_score(h_t, states, W), -1e9)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True) * np.exp(-(d**2) / (2 * half**2))
    return np.einsum("...n,...nd->...d", w, states), w
