# task: attention_scores
# style: Pure Python on nested lists, with an array made at the end.
# %%
from math import sqrt

import numpy as np


def _depth(nested):
    return 1 + _depth(nested[0]) if isinstance(nested, list) else 0


def _scores_of_lists(queries, keys, divisor):
    if _depth(queries) == 2:
        return [
            [sum(a * b for a, b in zip(q, k)) / divisor for k in keys] for q in queries
        ]
    return [_scores_of_lists(q, k, divisor) for q, k in zip(queries, keys)]


# %%
def attention_scores(Q, K, scale=True):
    divisor = sqrt(np.shape(Q)[-1]) if scale else 1.0
    nested = _scores_of_lists(np.asarray(Q).tolist(), np.asarray(K).tolist(), divisor)
    return np.array(nested, dtype=float)
