# task: additive_scores
# style: Plain loops over nested lists; leading axes are flattened first.
# %%
import math
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    lead, n = keys.shape[:-2], keys.shape[-2]
    queries = np.reshape(query, (-1, np.shape(query)[-1])).tolist()
    tables = np.reshape(keys, (-1, *keys.shape[-2:])).tolist()
    A, B, weights = W_q.tolist(), W_k.tolist(), v.tolist()
    result = []
    for q, table in zip(queries, tables):
        for key in table:
            score = 0.0
            for a, weight in enumerate(weights):
                total = sum(q[i] * A[i][a] for i in range(len(q))) + sum(key[i] * B[i][a] for i in range(len(key)))
                score += weight * math.tanh(total)
            result.append(score)
    return np.array(result).reshape(*lead, n)
