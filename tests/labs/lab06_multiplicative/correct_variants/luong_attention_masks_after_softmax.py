# task: luong_attention
# style: Hides after the exponentials and divides once, so the rest sums to one.
# %%
import numpy as np


def luong_attention(h_t, states, method="dot", mask=None, **p):
    if method == "dot":
        s = dot_score(h_t, states)
    elif method == "general":
        s = general_score(h_t, states, p["W"])
    elif method == "concat":
        s = concat_score(h_t, states, p["W"], p["v"])
    else:
        raise ValueError("no such method: %s" % method)
    seen = np.broadcast_to(True if mask is None else mask, s.shape)
    top = np.max(np.where(seen, s, -np.inf), axis=-1, keepdims=True)
    e = np.where(seen, np.exp(np.minimum(s - top, 0)), 0.0)
    w = e / e.sum(-1, keepdims=True)
    return np.matmul(w[..., None, :], states)[..., 0, :], w
