# task: luong_attention
# mistake: Returns the error and does not raise it.
# diagnosis: none
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    if method == "dot":
        s = dot_score(h_t, states)
    elif method == "general":
        s = general_score(h_t, states, **parameters)
    elif method == "concat":
        s = concat_score(h_t, states, **parameters)
    else:
        return ValueError("method must be dot, general or concat")
    if mask is not None:
        s = np.where(mask, s, -1e9)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, states), w
