# task: concat_score
# mistake: Takes the tanh of the states and then multiplies by W.
# diagnosis: concat-tanh-before-the-matrix
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    h = np.repeat(np.expand_dims(h_t, -2), states.shape[-2], axis=-2)
    return np.tanh(np.concatenate([h, states], axis=-1)) @ W @ v
