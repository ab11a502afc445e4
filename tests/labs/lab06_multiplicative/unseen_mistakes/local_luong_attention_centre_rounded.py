# task: local_luong_attention
# mistake: Rounds the position to a whole one before it does anything.
# diagnosis: local-everything-around-the-rounded-position
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    centre = np.round(position)
    d = np.arange(states.shape[-2]) - np.asarray(centre)[..., None]
    s = np.where(abs(d) <= window, general_score(h_t, states, W), -1e9)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True) * np.exp(-(d**2) / (2 * (window / 2) ** 2))
    return np.einsum("...n,...nd->...d", w, states), w
