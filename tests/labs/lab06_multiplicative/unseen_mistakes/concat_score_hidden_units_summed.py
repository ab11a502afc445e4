# task: concat_score
# mistake: Adds the hidden units up and forgets v.
# diagnosis: concat-without-v
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    d_t = h_t.shape[-1]
    return np.tanh((h_t @ W[:d_t])[..., None, :] + states @ W[d_t:]).sum(axis=-1)
