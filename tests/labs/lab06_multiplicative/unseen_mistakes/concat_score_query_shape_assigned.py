# task: concat_score
# mistake: Gives the caller's own target state another axis by assigning to its shape.
# diagnosis: none
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    d_t = h_t.shape[-1]
    h_t.shape = (*h_t.shape[:-1], 1, d_t)
    return np.tanh(h_t @ W[:d_t] + states @ W[d_t:]) @ v
