# task: local_luong_attention
# mistake: Counts the source positions from 1, as the paper does.
# diagnosis: local-counted-from-one
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    d = np.arange(1, states.shape[-2] + 1) - np.asarray(position)[..., None]
    s = np.where(abs(d) <= window, general_score(h_t, states, W), -1e9)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True) * np.exp(-(d**2) / (2 * (window / 2) ** 2))
    return np.einsum("...n,...nd->...d", w, states), w
