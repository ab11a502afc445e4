# task: concat_score
# mistake: Divides by the root of the hidden size.
# diagnosis: concat-divided-by-the-root
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    d_t = h_t.shape[-1]
    hidden = np.tanh((h_t @ W[:d_t])[..., None, :] + states @ W[d_t:])
    return hidden @ v / np.sqrt(len(v))
