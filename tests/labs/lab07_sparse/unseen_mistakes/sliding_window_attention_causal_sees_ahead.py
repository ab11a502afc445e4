# task: sliding_window_attention
# mistake: With causal it sees the next keys and not the last ones.
# diagnosis: sliding-sees-the-future
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    rows = []
    for i in range(n):
        a = i if causal else max(0, i - window)
        b = min(n, i + window + 1)
        s = np.einsum("...d,...jd->...j", Q[..., i, :], K[..., a:b, :]) / np.sqrt(Q.shape[-1])
        p = np.exp(s - np.max(s, axis=-1, keepdims=True))
        p = p / np.sum(p, axis=-1, keepdims=True)
        rows.append(np.einsum("...j,...jd->...d", p, V[..., a:b, :]))
    return np.stack(rows, axis=-2)
