# task: luong_attention
# mistake: Takes any other method for concat: no error of its own.
# diagnosis: none
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, W=None, v=None):
    if method == "dot":
        s = dot_score(h_t, states)
    elif method == "general":
        s = general_score(h_t, states, W)
    else:
        s = concat_score(h_t, states, W, v)
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, states), w
