# task: sliding_window_attention
# mistake: Divides by the root of how many keys are seen.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    rows = []
    for i in range(Q.shape[-2]):
        lo = max(i - window, 0)
        hi = i + 1 if causal else i + window + 1
        k, v = K[..., lo:hi, :], V[..., lo:hi, :]
        s = k @ Q[..., i, :, None] / np.sqrt(k.shape[-2])  # (..., width, 1)
        w = np.exp(s - s.max(axis=-2, keepdims=True))
        w = w / w.sum(axis=-2, keepdims=True)
        rows.append((w * v).sum(axis=-2))
    return np.stack(rows, axis=-2)
