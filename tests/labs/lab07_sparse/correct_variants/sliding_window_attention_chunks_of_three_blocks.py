# task: sliding_window_attention
# style: Blocks of queries against their own block and both its neighbours.
# %%
import numpy as np


def sliding_window_attention(Q, K, V, window, causal=False):
    n, d = Q.shape[-2:]
    b = max(min(window, n), 1)
    m = -(-n // b)
    lead = [(0, 0)] * (Q.ndim - 2)

    def blocks(X, around=0):
        X = np.pad(X, [*lead, (around * b, m * b - n + around * b), (0, 0)])
        return X.reshape(*X.shape[:-2], m + 2 * around, b, X.shape[-1])

    def three(X):
        X = blocks(X, 1)
        return np.concatenate([X[..., :-2, :, :], X[..., 1:-1, :, :], X[..., 2:, :, :]], axis=-2)

    scores = blocks(Q) @ np.swapaxes(three(K), -1, -2) / np.sqrt(d)
    i = np.arange(b)[:, None]
    j = np.arange(3 * b) - b
    near = (np.abs(i - j) <= window) & ((j <= i) | (not causal))
    real = np.arange(m)[:, None] * b + j
    seen = near & ((real >= 0) & (real < n))[:, None, :]
    seen |= ~seen.any(axis=-1, keepdims=True)
    scores = np.where(seen, scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    output = weights @ three(V)
    return output.reshape(*Q.shape[:-2], m * b, V.shape[-1])[..., :n, :]
