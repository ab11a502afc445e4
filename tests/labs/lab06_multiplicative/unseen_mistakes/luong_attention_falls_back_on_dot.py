# task: luong_attention
# mistake: Takes the dot product for a method that it does not know.
# diagnosis: attention-unknown-is-dot
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    score = {"general": general_score, "concat": concat_score}.get(method)
    s = dot_score(h_t, states) if score is None else score(h_t, states, **parameters)
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, states), w
