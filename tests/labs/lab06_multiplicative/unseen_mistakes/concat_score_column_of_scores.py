# task: concat_score
# mistake: Makes v a column and keeps the axis of length one.
# diagnosis: concat-keeps-a-column
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    d_t = h_t.shape[-1]
    return np.tanh((h_t @ W[:d_t])[..., None, :] + states @ W[d_t:]) @ v[:, None]
