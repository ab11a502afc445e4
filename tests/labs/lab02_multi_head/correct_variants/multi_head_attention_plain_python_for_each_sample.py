# task: multi_head_attention
# style: Plain Python numbers for every sample, head and query.
# %%
import math

import numpy as np


def multi_head_attention(Q, K, V, num_heads=4):
    if Q.ndim > 2:
        return np.array([multi_head_attention(*sample, num_heads) for sample in zip(Q, K, V)])
    d_k = Q.shape[1] // num_heads
    result = []
    for query in Q.tolist():
        row = []
        for h in range(num_heads):
            own = range(h * d_k, (h + 1) * d_k)
            scores = [sum(query[c] * key[c] for c in own) / math.sqrt(d_k) for key in K.tolist()]
            weights = [math.exp(score - max(scores)) for score in scores]
            for c in own:
                row.append(sum(w * value[c] for w, value in zip(weights, V.tolist())) / sum(weights))
        result.append(row)
    return result
