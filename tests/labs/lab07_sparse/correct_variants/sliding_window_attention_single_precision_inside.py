# task: sliding_window_attention
# style: Scores in double precision, weights and averages in single precision.
# %%
import numpy as np


def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    reach = min(window, n)
    places = np.arange(n)[:, None] + np.arange(-reach, (0 if causal else reach) + 1)[None, :]
    seen = (0 <= places) & (places < n)
    places = np.where(seen, places, 0)
    logits = np.sum(Q[..., :, None, :] * K[..., places, :], axis=-1) / np.sqrt(Q.shape[-1])
    logits = np.where(seen, logits, -np.inf)
    logits = logits - logits.max(axis=-1, keepdims=True)
    weights = np.exp(logits).astype(np.float32)
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return (weights[..., None] * np.asarray(V, dtype=np.float32)[..., places, :]).sum(axis=-2).astype(float)
