# task: sliding_window_attention
# style: Single precision inside, double precision out.
# %%
import numpy as np


def sliding_window_attention(Q, K, V, window, causal=False):
    Q, K, V = (np.asarray(X, dtype=np.float64) for X in (Q, K, V))
    return reference_rows(Q, K, V, window, causal).astype(np.float32).astype(float)


def reference_rows(Q, K, V, window, causal):
    n = Q.shape[-2]
    out = []
    for i in range(n):
        seen = [j for j in range(max(0, i - window), min(n, i + window + 1)) if not causal or j <= i]
        logits = (K[..., seen, :] @ Q[..., i, :, None])[..., 0] / np.sqrt(Q.shape[-1])
        logits = logits - logits.max(axis=-1, keepdims=True)
        w = np.exp(logits)
        out.append(((w / w.sum(axis=-1, keepdims=True))[..., None, :] @ V[..., seen, :])[..., 0, :])
    return np.stack(out, axis=-2)
