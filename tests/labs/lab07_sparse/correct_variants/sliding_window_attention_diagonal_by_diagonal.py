# task: sliding_window_attention
# style: One offset at a time, for all queries together.
# %%
import numpy as np


def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    offsets = list(range(-min(window, n - 1), 1 if causal else min(window, n - 1) + 1))
    scores = np.full((*Q.shape[:-1], len(offsets)), -np.inf)
    parts = [(slice(max(0, -o), min(n, n - o)), slice(max(0, o), min(n, n + o))) for o in offsets]
    for column, (q, k) in enumerate(parts):
        scores[..., q, column] = (Q[..., q, :] * K[..., k, :]).sum(axis=-1) / np.sqrt(Q.shape[-1])
    weights = softmax(scores)
    output = np.zeros((*Q.shape[:-1], V.shape[-1]))
    for column, (q, k) in enumerate(parts):
        output[..., q, :] += weights[..., q, column, None] * V[..., k, :]
    return output


def softmax(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)
