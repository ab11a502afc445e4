# task: sliding_window_attention
# mistake: With causal it sees the next keys and not the last ones.
# diagnosis: sliding-sees-the-future
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    steps = np.arange(0 if causal else -window, window + 1)
    j = np.arange(n)[:, None] + steps
    ok = (j >= 0) & (j < n)
    j = np.clip(j, 0, n - 1)
    s = np.where(ok, (Q[..., None, :] * K[..., j, :]).sum(-1) / np.sqrt(Q.shape[-1]), -np.inf)
    p = np.exp(s - np.max(s, axis=-1, keepdims=True))
    p = p / np.sum(p, axis=-1, keepdims=True)
    return (p[..., None] * V[..., j, :]).sum(-2)
