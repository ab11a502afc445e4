# task: luong_attention
# mistake: Computes the dot product whatever the method.
# diagnosis: none
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    if method not in {"dot", "general", "concat"}:
        raise ValueError(method)
    size = min(h_t.shape[-1], states.shape[-1])
    s = dot_score(h_t[..., :size], states[..., :size])
    if mask is not None:
        s = np.where(mask, s, -1e9)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, states), w
