# task: dot_score
# mistake: Goes on to the softmax.
# diagnosis: dot-already-softmax
# %%
import numpy as np


# %%
def dot_score(h_t, states):
    s = (states * h_t[..., None, :]).sum(-1)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
