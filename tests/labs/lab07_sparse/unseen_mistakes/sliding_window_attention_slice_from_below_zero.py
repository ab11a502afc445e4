# task: sliding_window_attention
# mistake: Cuts from i - window, also where that is negative: the first queries get nothing.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n, d = Q.shape[-2:]
    out = np.zeros((*Q.shape[:-1], V.shape[-1]))
    for i in range(n):
        part = slice(i - window, i + 1 if causal else i + window + 1)
        if K[..., part, :].shape[-2] == 0:
            continue
        s = np.einsum("...d,...jd->...j", Q[..., i, :], K[..., part, :]) / np.sqrt(d)
        w = np.exp(s - s.max(axis=-1, keepdims=True))
        w /= w.sum(axis=-1, keepdims=True)
        out[..., i, :] = np.einsum("...j,...jd->...d", w, V[..., part, :])
    return out
