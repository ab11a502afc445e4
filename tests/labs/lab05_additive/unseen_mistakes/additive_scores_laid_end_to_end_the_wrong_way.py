# task: additive_scores
# mistake: Lays key and query end to end, but stacks the matrices the other way round.
# diagnosis: none
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    n = keys.shape[-2]
    repeated = np.repeat(query[..., None, :], n, axis=-2)
    joined = np.concatenate([keys, repeated], axis=-1)
    return np.tanh(joined @ np.concatenate([W_q, W_k], axis=0)) @ v
