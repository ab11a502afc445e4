# task: general_score
# mistake: Goes on to the softmax.
# diagnosis: general-already-softmax
# %%
import numpy as np


# %%
def general_score(h_t, states, W):
    s = np.einsum("...t,ts,...ns->...n", h_t, W, states)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
