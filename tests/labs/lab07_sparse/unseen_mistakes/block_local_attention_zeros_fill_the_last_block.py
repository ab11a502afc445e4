# task: block_local_attention
# mistake: Fills the last block up with zeros, which get weights of their own.
# diagnosis: blocks-padding-counts
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    n, lead = Q.shape[-2], Q.shape[:-2]
    extra = -n % block_size
    pad = [(0, 0)] * len(lead) + [(0, extra), (0, 0)]
    q, k, v = (np.pad(X, pad).reshape(*lead, -1, block_size, X.shape[-1]) for X in (Q, K, V))
    s = q @ k.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return (w @ v).reshape(*lead, n + extra, V.shape[-1])[..., :n, :]
