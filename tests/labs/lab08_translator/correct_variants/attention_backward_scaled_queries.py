# task: attention_backward
# style: Scales the queries first, and goes back through that.
# %%
import numpy as np


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    T = lambda a: np.moveaxis(a, -1, -2)
    c = 1 / np.sqrt(Q.shape[-1])
    q = c * Q
    s = q @ T(K)
    s = s if mask is None else np.where(mask, s, -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    dw = d_output @ T(V)
    ds = w * dw - w * (w * dw).sum(-1)[..., None]
    dq = ds @ K
    return c * dq, T(ds) @ q, T(w) @ d_output
