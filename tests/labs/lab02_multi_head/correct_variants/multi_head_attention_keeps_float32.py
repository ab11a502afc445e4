# task: multi_head_attention
# style: Everything in single precision where single precision comes in.
# %%
import math

import numpy as np


def multi_head_attention(Q, K, V, num_heads=4):
    kind = np.result_type(Q, K, V, np.float32)
    q, k, v = (split_heads(X.astype(kind), num_heads) for X in (Q, K, V))
    scores = q @ np.swapaxes(k, -1, -2) / math.sqrt(q.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return merge_heads(weights @ v)
