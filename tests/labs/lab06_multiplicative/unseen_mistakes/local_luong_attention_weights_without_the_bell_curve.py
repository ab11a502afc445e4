# task: local_luong_attention
# mistake: Averages with the bell curve and returns the softmax.
# diagnosis: local-weights-before-the-bell
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    d = np.arange(states.shape[-2]) - np.asarray(position)[..., None]
    s = np.where(abs(d) <= window, general_score(h_t, states, W), -np.inf)
    a = np.exp(s - s.max(-1, keepdims=True))
    a /= a.sum(-1, keepdims=True)
    context = np.einsum("...n,...nd->...d", a * np.exp(-(d**2) / (2 * (window / 2) ** 2)), states)
    return context, a
