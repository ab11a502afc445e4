# task: luong_attention
# mistake: Chooses the score by which parameters are there and accepts any name.
# diagnosis: attention-method-guessed
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, W=None, v=None):
    if v is not None:
        s = concat_score(h_t, states, W, v)
    elif W is not None:
        s = general_score(h_t, states, W)
    else:
        s = dot_score(h_t, states)
    if mask is not None:
        s = np.where(mask, s, -1e9)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, states), w
