# task: sliding_window_attention
# mistake: Shifts by every offset of the window, also by more than there are positions.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n, d = Q.shape[-2:]
    offsets = list(range(-window, 1 if causal else window + 1))
    scores = np.full(Q.shape[:-1] + (len(offsets),), -np.inf)
    for c, o in enumerate(offsets):
        a, b = max(0, -o), n - max(0, o)
        scores[..., a:b, c] = np.sum(Q[..., a:b, :] * K[..., a + o : b + o, :], axis=-1) / np.sqrt(d)
    w = np.exp(scores - scores.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    out = np.zeros(Q.shape[:-1] + V.shape[-1:])
    for c, o in enumerate(offsets):
        a, b = max(0, -o), n - max(0, o)
        out[..., a:b, :] += w[..., a:b, c, None] * V[..., a + o : b + o, :]
    return out
