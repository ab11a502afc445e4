# task: local_luong_attention
# mistake: Takes half a window to each side, the window for sigma, and shares out again.
# diagnosis: none
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    d = np.arange(states.shape[-2]) - np.asarray(position)[..., None]
    s = np.where(abs(d) <= window / 2, general_score(h_t, states, W), -1e9)
    w = np.exp(s - s.max(-1, keepdims=True)) * np.exp(-0.5 * (d / window) ** 2)
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, states), w
