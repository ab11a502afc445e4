# task: luong_attention
# mistake: Looks for the name of a method within the text, so that misspelt ones pass.
# diagnosis: attention-parts-of-the-name
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    if "dot" in method:
        s = dot_score(h_t, states)
    elif method.startswith("gen"):
        s = general_score(h_t, states, **parameters)
    elif method.startswith("con"):
        s = concat_score(h_t, states, **parameters)
    else:
        raise ValueError("unknown method")
    if mask is not None:
        s = np.where(mask, s, -1e9)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, states), w
