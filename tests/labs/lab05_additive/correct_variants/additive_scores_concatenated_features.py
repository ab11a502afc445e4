# task: additive_scores
# style: One matrix for [query; key], the query repeated for each key.
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    n = keys.shape[-2]
    repeated = np.repeat(query[..., np.newaxis, :], n, axis=-2)
    both = np.concatenate([repeated, keys], axis=-1)
    W = np.vstack((W_q, W_k))
    return np.matmul(np.tanh(np.matmul(both, W)), v)
