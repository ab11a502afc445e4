# task: concat_score
# mistake: Adds along axis 1, which are the hidden units without a batch only.
# diagnosis: concat-summed-over-axis-one
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    d_t = h_t.shape[-1]
    hidden = np.tanh((h_t @ W[:d_t])[..., None, :] + states @ W[d_t:])
    return np.sum(v * hidden, axis=1)
