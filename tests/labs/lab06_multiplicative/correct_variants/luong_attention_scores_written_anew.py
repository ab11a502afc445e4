# task: luong_attention
# style: Calls no earlier function: every score is written anew.
# %%
import numpy as np


def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    if method == "dot":
        e = np.einsum("...d,...nd->...n", h_t, states) * 1.0
    elif method == "general":
        e = np.einsum("...d,...nd->...n", h_t @ parameters["W"], states) * 1.0
    elif method == "concat":
        W, v, d = parameters["W"], parameters["v"], h_t.shape[-1]
        e = np.tanh((h_t @ W[:d])[..., None, :] + states @ W[d:]) @ v
    else:
        raise ValueError("methods: dot, general, concat")
    if mask is not None:
        e = np.where(np.broadcast_to(mask, e.shape), e, -np.inf)
    e = np.exp(e - e.max(-1, keepdims=True))
    a = e / e.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", a, states), a
