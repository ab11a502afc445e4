# task: luong_attention
# mistake: Indexes the scores by the mask, which must then be as large as they are.
# diagnosis: attention-indexed-with-the-mask
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    methods = dict(dot=dot_score, general=general_score, concat=concat_score)
    if method not in methods:
        raise ValueError(f"{method!r} is no method")
    s = methods[method](h_t, states, **parameters)
    if mask is not None:
        s[np.invert(mask)] = -1e9
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, states), w
