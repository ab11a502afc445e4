# task: luong_attention
# mistake: Uses the mask in one branch and forgets it in the others.
# diagnosis: attention-mask-for-dot-only
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    if method == "dot":
        s = dot_score(h_t, states)
        if mask is not None:
            s = np.where(mask, s, -np.inf)
    elif method == "general":
        s = general_score(h_t, states, parameters["W"])
    elif method == "concat":
        s = concat_score(h_t, states, parameters["W"], parameters["v"])
    else:
        raise ValueError("unknown method")
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, states), w
