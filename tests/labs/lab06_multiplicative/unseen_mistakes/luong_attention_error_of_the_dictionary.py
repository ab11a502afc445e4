# task: luong_attention
# mistake: Looks methods up in a dictionary, whose error is a KeyError.
# diagnosis: attention-unknown-is-a-key-error
# %%
import numpy as np


# %%
def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    scores = {"dot": dot_score, "general": general_score, "concat": concat_score}
    s = scores[method](h_t, states, **parameters)
    if mask is not None:
        s = np.where(mask, s, -1e9)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, states), w
