# task: local_luong_attention
# mistake: Sets the scores outside the window to 0, which does not hide them.
# diagnosis: local-scores-zeroed
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    d = np.arange(states.shape[-2]) - np.asarray(position)[..., None]
    s = general_score(h_t, states, W) * (abs(d) <= window)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True) * np.exp(-(d**2) / (2 * (window / 2) ** 2))
    return np.einsum("...n,...nd->...d", w, states), w
