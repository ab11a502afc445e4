# task: local_luong_attention
# mistake: Takes the softmax within the window and leaves it there.
# diagnosis: local-without-the-bell
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    d = np.arange(states.shape[-2]) - np.asarray(position)[..., None]
    s = np.where(abs(d) <= window, general_score(h_t, states, W), -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return (w[..., None] * states).sum(-2), w
