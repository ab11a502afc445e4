# task: sliding_window_attention
# style: A loop over the queries, each with its slice of keys.
# %%
import numpy as np


def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    outputs = []
    for i in range(n):
        first = max(i - window, 0)
        last = min(i + (0 if causal else window), n - 1) + 1
        scores = Q[..., i : i + 1, :] @ np.swapaxes(K[..., first:last, :], -1, -2) / np.sqrt(Q.shape[-1])
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights = weights / weights.sum(axis=-1, keepdims=True)
        outputs.append(weights @ V[..., first:last, :])
    return np.concatenate(outputs, axis=-2)
