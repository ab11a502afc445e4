# task: luong_attention
# mistake: Returns the context and keeps the weights.
# diagnosis: attention-context-only
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    if method == "dot":
        s = dot_score(h_t, states)
    elif method == "general":
        s = general_score(h_t, states, parameters["W"])
    elif method == "concat":
        s = concat_score(h_t, states, parameters["W"], parameters["v"])
    else:
        raise ValueError(method)
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return (w[..., None] * states).sum(axis=-2)
