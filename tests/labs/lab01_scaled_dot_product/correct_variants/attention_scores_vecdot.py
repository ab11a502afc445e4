# task: attention_scores
# style: np.vecdot on broadcast queries and keys, with a walrus for d_k.
# %%
import numpy as np


def attention_scores(Q, K, scale=True):
    scores = np.vecdot(np.expand_dims(Q, -2), np.expand_dims(K, -3), dtype=np.float64)
    if scale and (d_k := Q.shape[-1]) > 1:
        scores /= np.sqrt(d_k)
    return scores
