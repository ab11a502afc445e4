# task: local_luong_attention
# mistake: Takes the distance and not its square.
# diagnosis: local-distance-not-squared
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    d = abs(np.arange(states.shape[-2]) - np.asarray(position)[..., None])
    s = np.where(d <= window, general_score(h_t, states, W), -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True) * np.exp(-d / (2 * (window / 2) ** 2))
    return np.einsum("...n,...nd->...d", w, states), w
