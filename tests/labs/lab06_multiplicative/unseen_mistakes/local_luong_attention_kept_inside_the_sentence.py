# task: local_luong_attention
# mistake: Moves positions behind the last source state back onto it.
# diagnosis: local-position-kept-inside
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    n = states.shape[-2]
    p = np.clip(position, 0, n - 1)
    d = np.arange(n) - p[..., None]
    s = np.where(abs(d) <= window, general_score(h_t, states, W), -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True) * np.exp(-(d**2) / (2 * (window / 2) ** 2))
    return np.einsum("...n,...nd->...d", w, states), w
