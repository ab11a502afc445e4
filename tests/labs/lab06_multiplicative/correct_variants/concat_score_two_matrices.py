# task: concat_score
# style: Cuts W and adds two projections, as additive attention does.
# %%
import numpy as np


def concat_score(h_t, states, W, v):
    d_t = h_t.shape[-1]
    hidden = np.tanh((h_t @ W[:d_t])[..., None, :] + states @ W[d_t:])
    return hidden @ v
