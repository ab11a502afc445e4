# task: attention_scores
# style: Four nested Python loops over a flattened batch, one product at a time.
# %%
import math

import numpy as np


def attention_scores(Q, K, scale=True):
    n_q, d_k = Q.shape[-2:]
    n_k = K.shape[-2]
    flat_q = Q.reshape(-1, n_q, d_k)
    flat_k = K.reshape(-1, n_k, d_k)
    scores = np.zeros((len(flat_q), n_q, n_k))
    for b in range(len(flat_q)):
        for i in range(n_q):
            for j in range(n_k):
                total = 0.0
                for f in range(d_k):
                    total += float(flat_q[b, i, f]) * float(flat_k[b, j, f])
                if scale:
                    total /= math.sqrt(d_k)
                scores[b, i, j] = total
    return scores.reshape(Q.shape[:-2] + (n_q, n_k))
