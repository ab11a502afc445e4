# task: concat_score
# mistake: Cuts W into two equal halves, whatever the sizes.
# diagnosis: concat-matrix-cut-in-the-middle
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    half = len(W) // 2
    return np.tanh((h_t @ W[:half])[..., None, :] + states @ W[half:]) @ v
