# task: local_luong_attention
# mistake: Multiplies the scores by the bell curve and takes the softmax then.
# diagnosis: local-bell-on-the-scores
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    d = np.arange(states.shape[-2]) - np.asarray(position)[..., None]
    s = general_score(h_t, states, W) * np.exp(-(d**2) / (2 * (window / 2) ** 2))
    s = np.where(abs(d) <= window, s, -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, states), w
