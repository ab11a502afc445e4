# task: scaled_dot_product_attention
# style: Nested Python loops that skip the blocked keys.
# %%
import math

import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    lead = Q.shape[:-2]
    n_q, d_k = Q.shape[-2:]
    n_k, d_v = V.shape[-2:]
    if mask is None:
        mask = np.ones((n_q, n_k), dtype=bool)
    allowed = np.broadcast_to(mask, lead + (n_q, n_k))
    output = np.zeros(lead + (n_q, d_v))
    weights = np.zeros(lead + (n_q, n_k))
    for b in np.ndindex(lead):
        for i in range(n_q):
            scores = {}
            for j in range(n_k):
                if not allowed[b][i, j]:
                    continue
                total = 0.0
                for f in range(d_k):
                    total += float(Q[b][i, f]) * float(K[b][j, f])
                scores[j] = total / math.sqrt(d_k)
            top = max(scores.values())
            norm = sum(math.exp(s - top) for s in scores.values())
            for j, s in scores.items():
                weights[b][i, j] = math.exp(s - top) / norm
                for f in range(d_v):
                    output[b][i, f] += weights[b][i, j] * V[b][j, f]
    return output, weights
