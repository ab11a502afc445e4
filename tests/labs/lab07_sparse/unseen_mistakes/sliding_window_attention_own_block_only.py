# task: sliding_window_attention
# mistake: Cuts the sequence into blocks of 2 window + 1 and stays within them.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n, width = Q.shape[-2], 2 * window + 1
    parts = []
    for start in range(0, n, width):
        q, k, v = (X[..., start : start + width, :] for X in (Q, K, V))
        s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
        mask = local_mask(q.shape[-2], window, causal)
        s = np.where(mask, s, -np.inf)
        w = np.exp(s - s.max(-1, keepdims=True))
        parts.append(w / w.sum(-1, keepdims=True) @ v)
    return np.concatenate(parts, axis=-2)
