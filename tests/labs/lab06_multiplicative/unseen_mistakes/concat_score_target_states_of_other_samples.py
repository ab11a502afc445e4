# task: concat_score
# mistake: Repeats by tile and reshapes, which mixes up the samples.
# diagnosis: concat-samples-mixed
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    n = states.shape[-2]
    h = h_t.reshape(-1, h_t.shape[-1])
    h = np.tile(h, (n, 1)).reshape(*states.shape[:-1], h_t.shape[-1])
    return np.tanh(np.concatenate([h, states], axis=-1) @ W) @ v
