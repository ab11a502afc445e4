# task: luong_attention
# mistake: Sets hidden source states to zero, which still get weights.
# diagnosis: attention-hidden-states-zeroed
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    methods = dict(dot=dot_score, general=general_score, concat=concat_score)
    if method not in methods:
        raise ValueError(f"{method!r} is no method")
    if mask is not None:
        states = np.where(mask[..., None], states, 0)
    s = methods[method](h_t, states, **parameters)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, states), w
