# task: additive_scores
# style: np.asarray on all inputs, keyword arguments of its own.
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v, *, activation=np.tanh):
    query, keys, W_q, W_k, v = map(np.asarray, (query, keys, W_q, W_k, v))
    part_q = np.tensordot(query, W_q, axes=([-1], [0]))
    part_k = np.tensordot(keys, W_k, axes=([-1], [0]))
    return np.tensordot(activation(part_q[..., np.newaxis, :] + part_k), v, axes=([-1], [0]))
