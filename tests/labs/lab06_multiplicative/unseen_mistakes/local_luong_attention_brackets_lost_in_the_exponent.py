# task: local_luong_attention
# mistake: Multiplies by sigma squared, as the brackets around the divisor are missing.
# diagnosis: local-missing-parentheses
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    sigma = window / 2
    d = np.arange(states.shape[-2]) - np.asarray(position)[..., None]
    s = np.where(abs(d) <= window, general_score(h_t, states, W), -1e9)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True) * np.exp(-(d**2) / 2 * sigma**2)
    return np.einsum("...n,...nd->...d", w, states), w
