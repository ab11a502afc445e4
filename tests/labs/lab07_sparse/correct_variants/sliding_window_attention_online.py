# task: sliding_window_attention
# style: A running maximum and running sums, one offset at a time.
# %%
import numpy as np


def sliding_window_attention(Q, K, V, window, causal=False):
    n, d = Q.shape[-2:]
    largest = np.full((*Q.shape[:-1], 1), -1e300)
    total = np.zeros_like(largest)
    summed = np.zeros((*Q.shape[:-1], V.shape[-1]))
    window = min(window, n - 1)
    for offset in range(-window, (0 if causal else window) + 1):
        q, k = slice(max(0, -offset), min(n, n - offset)), slice(max(0, offset), min(n, n + offset))
        score = np.sum(Q[..., q, :] * K[..., k, :], axis=-1, keepdims=True) / np.sqrt(d)
        now = np.maximum(largest[..., q, :], score)
        shrink, new = np.exp(largest[..., q, :] - now), np.exp(score - now)
        total[..., q, :] = total[..., q, :] * shrink + new
        summed[..., q, :] = summed[..., q, :] * shrink + new * V[..., k, :]
        largest[..., q, :] = now
    return summed / total
