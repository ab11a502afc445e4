# task: concat_score
# mistake: Repeats along axis 1, which is that of the states for one leading axis only.
# diagnosis: concat-of-a-batch-only
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    h = np.repeat(h_t[:, np.newaxis], states.shape[1], axis=1)
    return np.tanh(np.concatenate([h, states], axis=2) @ W) @ v
