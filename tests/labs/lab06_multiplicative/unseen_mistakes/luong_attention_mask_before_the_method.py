# task: luong_attention
# mistake: Takes the mask third and the method fourth.
# diagnosis: attention-mask-before-the-method
# %%
import numpy as np


# %%
def luong_attention(h_t, states, mask=None, method="dot", **parameters):
    methods = {"dot": dot_score, "general": general_score, "concat": concat_score}
    if method not in methods:
        raise ValueError("unknown method")
    s = methods[method](h_t, states, **parameters)
    if mask is not None:
        s = np.where(mask, s, -1e9)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, states), w
