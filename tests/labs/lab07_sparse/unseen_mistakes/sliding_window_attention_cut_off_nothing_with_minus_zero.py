# task: sliding_window_attention
# mistake: Pads and cuts [window:-window], which leaves nothing if the window is 0.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    pad = [(0, 0)] * (Q.ndim - 2) + [(window, window), (0, 0)]
    q, k, v = (np.pad(X, pad) for X in (Q, K, V))
    offsets = range(-window, 1 if causal else window + 1)
    i = np.arange(n + 2 * window)
    scores = []
    for o in offsets:
        real = (i + o >= window) & (i + o < n + window)
        s = (q * np.roll(k, -o, axis=-2)).sum(axis=-1) / np.sqrt(Q.shape[-1])
        scores.append(np.where(real, s, -1e9))
    w = np.exp(scores - np.max(scores, axis=0))
    w = w / w.sum(axis=0)
    out = sum(a[..., None] * np.roll(v, -o, axis=-2) for a, o in zip(w, offsets))
    return out[..., window:-window, :]
