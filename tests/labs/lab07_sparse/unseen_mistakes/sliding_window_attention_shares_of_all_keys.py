# task: sliding_window_attention
# mistake: Divides by the sum over all keys, also those that are not seen.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    rows = []
    for i in range(Q.shape[-2]):
        s = (K @ Q[..., i, :, None])[..., 0] / np.sqrt(Q.shape[-1])
        w = np.exp(s - s.max(-1, keepdims=True))
        w /= w.sum(-1, keepdims=True)
        near = slice(max(0, i - window), i + 1 if causal else i + window + 1)
        rows.append((w[..., near, None] * V[..., near, :]).sum(-2))
    return np.stack(rows, axis=-2)
