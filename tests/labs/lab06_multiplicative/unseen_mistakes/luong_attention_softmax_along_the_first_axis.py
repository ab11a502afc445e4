# task: luong_attention
# mistake: Normalises along axis 0 and multiplies as if there were no batch.
# diagnosis: attention-of-one-sample-only
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    methods = dict(dot=dot_score, general=general_score, concat=concat_score)
    if method not in methods:
        raise ValueError(f"{method!r} is no method")
    s = methods[method](h_t, states, **parameters)
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = np.exp(s - s.max())
    w = w / w.sum(axis=0)
    return w @ states, w
