# task: concat_score
# mistake: Takes the tanh of the score and not of the hidden units.
# diagnosis: concat-tanh-after-v
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    d_t = h_t.shape[-1]
    return np.tanh(((h_t @ W[:d_t])[..., None, :] + states @ W[d_t:]) @ v)
