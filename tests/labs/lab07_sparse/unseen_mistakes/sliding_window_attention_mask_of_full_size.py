# task: sliding_window_attention
# mistake: Computes scores in the band only, but looks the band up in a mask of n x n.
# diagnosis: sliding-masks-dense-scores
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    mask = local_mask(n, window, causal)
    outputs = []
    for i in range(n):
        seen = np.flatnonzero(mask[i])
        k, v = K[..., seen, :], V[..., seen, :]
        s = np.einsum("...d,...nd->...n", Q[..., i, :], k) / np.sqrt(Q.shape[-1])
        w = np.exp(s - s.max(axis=-1, keepdims=True))
        w = w / w.sum(axis=-1, keepdims=True)
        outputs.append(np.einsum("...n,...nd->...d", w, v))
    return np.stack(outputs, axis=-2)
