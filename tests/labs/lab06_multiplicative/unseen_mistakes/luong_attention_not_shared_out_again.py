# task: luong_attention
# mistake: Sets hidden weights to zero after the softmax and leaves it there.
# diagnosis: attention-weights-masked
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    methods = dict(dot=dot_score, general=general_score, concat=concat_score)
    if method not in methods:
        raise ValueError(f"{method!r} is no method")
    s = methods[method](h_t, states, **parameters)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    if mask is not None:
        w = np.where(mask, w, 0)
    return np.einsum("...n,...nd->...d", w, states), w
