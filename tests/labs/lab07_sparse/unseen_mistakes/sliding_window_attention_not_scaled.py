# task: sliding_window_attention
# mistake: Forgets to divide by the root of d_k.
# diagnosis: sliding-unscaled
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    offsets = np.arange(-window, window + 1)
    where = np.arange(n)[:, None] + offsets
    ok = (where >= 0) & (where < n)
    if causal:
        ok &= offsets <= 0
    where = where.clip(0, n - 1)
    s = np.einsum("...id,...ijd->...ij", Q, K[..., where, :])
    s = np.where(ok, s, -1e9)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...ij,...ijd->...id", w, V[..., where, :])
