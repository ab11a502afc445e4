# task: luong_attention
# mistake: Returns the weights first.
# diagnosis: attention-weights-first
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    if method not in ("dot", "general", "concat"):
        raise ValueError(f"unknown method {method}")
    s = {"dot": dot_score, "general": general_score, "concat": concat_score}[method](h_t, states, **parameters)
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return w, np.einsum("...n,...nd->...d", w, states)
