# task: local_luong_attention
# mistake: Subtracts the positions from the indices without an axis for the source states.
# diagnosis: local-position-without-an-axis
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    d = np.arange(states.shape[-2]) - position
    s = np.where(abs(d) <= window, general_score(h_t, states, W), -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True) * np.exp(-(d**2) / (2 * (window / 2) ** 2))
    return np.einsum("...n,...nd->...d", w, states), w
