# task: sliding_window_attention
# mistake: Pads and cuts [window:-window], which leaves nothing if the window is 0.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    pad = [(0, 0)] * (Q.ndim - 2) + [(window, window), (0, 0)]
    q, k, v = (np.pad(np.asarray(X, dtype=float), pad) for X in (Q, K, V))
    total = np.zeros((*Q.shape[:-2], n + 2 * window, V.shape[-1]))
    norm = np.zeros((*Q.shape[:-2], n + 2 * window, 1))
    for o in range(-window, 1 if causal else window + 1):
        real = np.arange(n + 2 * window) + o
        real = ((real >= window) & (real < n + window))[:, None]
        e = np.exp((q * np.roll(k, -o, axis=-2)).sum(-1, keepdims=True) / np.sqrt(q.shape[-1])) * real
        total += e * np.roll(v, -o, axis=-2)
        norm += e
    return (total / np.maximum(norm, 1e-300))[..., window:-window, :]
