# task: local_luong_attention
# mistake: Relies on the bell curve alone: no window.
# diagnosis: local-softmax-over-everything
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    d = np.arange(states.shape[-2]) - np.asarray(position)[..., None]
    s = general_score(h_t, states, W)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True) * np.exp(-(d**2) / (2 * (window / 2) ** 2))
    return (w[..., None] * states).sum(-2), w
