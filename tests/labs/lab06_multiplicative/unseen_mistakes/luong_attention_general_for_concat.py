# task: luong_attention
# mistake: Answers "concat" by the bilinear score of the upper rows.
# diagnosis: attention-concat-multiplied
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    if method == "dot":
        s = dot_score(h_t, states)
    elif method == "general":
        s = general_score(h_t, states, parameters["W"])
    elif method == "concat":
        d_t = h_t.shape[-1]
        s = ((h_t @ parameters["W"][:d_t])[..., None, :] * (states @ parameters["W"][d_t:])) @ parameters["v"]
    else:
        raise ValueError("unknown method")
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, states), w
