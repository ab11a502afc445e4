# task: sliding_window_attention
# mistake: Answers whole chunks of queries: what is left at the end stays zero.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    chunk = window + 2
    out = np.zeros(Q.shape[:-1] + V.shape[-1:])
    for c in range(n // chunk):
        i = np.arange(c * chunk, (c + 1) * chunk)
        j = np.arange(max(0, i[0] - window), min(n, i[-1] + window + 1))
        back = i[:, None] - j
        ok = (back <= window) & (back >= (0 if causal else -window))
        s = np.where(ok, Q[..., i, :] @ K[..., j, :].swapaxes(-1, -2) / np.sqrt(Q.shape[-1]), -np.inf)
        w = np.exp(s - s.max(-1, keepdims=True))
        out[..., i, :] = w / w.sum(-1, keepdims=True) @ V[..., j, :]
    return out
