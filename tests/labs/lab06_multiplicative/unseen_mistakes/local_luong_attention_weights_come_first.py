# task: local_luong_attention
# mistake: Returns the weights first.
# diagnosis: local-weights-first
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    d = np.arange(states.shape[-2]) - np.asarray(position)[..., None]
    s = np.where(abs(d) <= window, general_score(h_t, states, W), -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True) * np.exp(-(d**2) / (2 * (window / 2) ** 2))
    return w, np.einsum("...n,...nd->...d", w, states)
