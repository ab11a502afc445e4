# task: concat_score
# mistake: Squashes by the sigmoid.
# diagnosis: concat-sigmoid
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    d_t = h_t.shape[-1]
    z = (h_t @ W[:d_t])[..., None, :] + states @ W[d_t:]
    return (1 / (1 + np.exp(-z))) @ v
