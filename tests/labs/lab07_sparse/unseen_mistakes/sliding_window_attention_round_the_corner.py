# task: sliding_window_attention
# mistake: Takes indices modulo n: the first query sees the last keys.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    reach = range(-window, 1) if causal else range(-window, window + 1)
    steps = sorted({o % n for o in reach})
    scores = np.stack([(Q * np.roll(K, -o, axis=-2)).sum(-1) for o in steps], axis=-1) / np.sqrt(Q.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return sum(weights[..., k, None] * np.roll(V, -o, axis=-2) for k, o in enumerate(steps))
