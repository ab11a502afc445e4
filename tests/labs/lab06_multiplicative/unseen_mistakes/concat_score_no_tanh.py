# task: concat_score
# mistake: Leaves the tanh out.
# diagnosis: concat-without-tanh
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    d_t = h_t.shape[-1]
    return ((h_t @ W[:d_t])[..., None, :] + states @ W[d_t:]) @ v
