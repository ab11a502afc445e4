# task: sliding_window_attention
# mistake: Computes scores in the band only, but looks the band up in a mask of n x n.
# diagnosis: sliding-masks-dense-scores
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    mask = local_mask(n, window, causal)
    top = np.full(Q.shape[:-1], -np.inf)
    pairs = []
    for k in range(-min(window, n - 1), min(window, n - 1) + 1):
        i = np.arange(max(0, -k), min(n, n - k))
        i = i[mask[i, i + k]]
        s = np.sum(Q[..., i, :] * K[..., i + k, :], axis=-1) / np.sqrt(Q.shape[-1])
        top[..., i] = np.maximum(top[..., i], s)
        pairs.append((i, i + k, s))
    up, down = np.zeros((*Q.shape[:-1], V.shape[-1])), np.zeros((*Q.shape[:-1], 1))
    for i, j, s in pairs:
        e = np.exp(s - top[..., i])[..., None]
        up[..., i, :] += e * V[..., j, :]
        down[..., i, :] += e
    return up / down
