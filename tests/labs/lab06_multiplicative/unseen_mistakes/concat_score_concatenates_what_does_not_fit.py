# task: concat_score
# mistake: Joins without repeating the target state for every source state.
# diagnosis: concat-one-row-not-repeated
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    joined = np.concatenate([h_t[..., None, :], states], axis=-1)
    return np.tanh(joined @ W) @ v
