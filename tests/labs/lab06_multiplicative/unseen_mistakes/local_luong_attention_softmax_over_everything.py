# task: local_luong_attention
# mistake: Takes the softmax over all source states and cuts the window out afterwards.
# diagnosis: local-cut-out-after-the-softmax
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    d = np.arange(states.shape[-2]) - np.asarray(position)[..., None]
    s = general_score(h_t, states, W)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    w = np.where(abs(d) <= window, w * np.exp(-2 * (d / window) ** 2), 0)
    return np.einsum("...n,...nd->...d", w, states), w
