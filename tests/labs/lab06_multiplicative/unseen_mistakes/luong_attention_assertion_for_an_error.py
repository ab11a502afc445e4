# task: luong_attention
# mistake: Asserts that the method is known.
# diagnosis: none
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    assert method in ["dot", "general", "concat"], "unknown method"
    s = globals()[method + "_score"](h_t, states, **parameters)
    if mask is not None:
        s = np.where(mask, s, -1e9)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, states), w
