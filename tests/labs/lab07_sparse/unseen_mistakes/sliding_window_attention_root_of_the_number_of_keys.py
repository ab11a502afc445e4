# task: sliding_window_attention
# mistake: Divides by the root of how many keys are seen.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    j = np.arange(n)[:, None] + np.arange(-window, 1 if causal else window + 1)
    seen = (j >= 0) & (j < n)
    j = np.where(seen, j, 0)
    s = (K[..., j, :] @ Q[..., None])[..., 0] / np.sqrt(seen.sum(axis=-1, keepdims=True))
    e = np.exp(s - s.max(axis=-1, keepdims=True)) * seen
    return (e[..., None, :] @ V[..., j, :])[..., 0, :] / e.sum(axis=-1, keepdims=True)
