# task: concat_score
# mistake: Takes the tanh of each half by itself.
# diagnosis: concat-two-networks
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    d_t = h_t.shape[-1]
    return np.tanh(h_t @ W[:d_t])[..., None, :] @ v + np.tanh(states @ W[d_t:]) @ v
