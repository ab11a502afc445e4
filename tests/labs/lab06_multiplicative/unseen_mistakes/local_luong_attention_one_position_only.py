# task: local_luong_attention
# mistake: Turns the position into one number, which a batch has not.
# diagnosis: local-position-of-one-sample
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    p = float(position)
    d = np.arange(states.shape[-2]) - p
    s = np.where(abs(d) <= window, general_score(h_t, states, W), -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True) * np.exp(-(d**2) / (2 * (window / 2) ** 2))
    return np.einsum("...n,...nd->...d", w, states), w
