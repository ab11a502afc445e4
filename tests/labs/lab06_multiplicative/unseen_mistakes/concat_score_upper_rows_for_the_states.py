# task: concat_score
# mistake: Gives the upper rows of W to the states.
# diagnosis: concat-states-first
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    d_s = states.shape[-1]
    W_s, W_t = W[:d_s], W[d_s:]
    return np.tanh((h_t @ W_t)[..., None, :] + states @ W_s) @ v
