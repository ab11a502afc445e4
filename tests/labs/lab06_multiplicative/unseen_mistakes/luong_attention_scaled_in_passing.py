# task: luong_attention
# mistake: Divides all scores by the root of the size of the states.
# diagnosis: attention-every-score-scaled
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    methods = dict(dot=dot_score, general=general_score, concat=concat_score)
    if method not in methods:
        raise ValueError(f"{method!r} is no method")
    s = methods[method](h_t, states, **parameters) / np.sqrt(states.shape[-1])
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, states), w
