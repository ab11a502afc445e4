# task: sliding_window_attention
# mistake: With causal it sees all of the past, however far.
# diagnosis: sliding-causal-without-a-window
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    rows = []
    for i in range(Q.shape[-2]):
        near = slice(0, i + 1) if causal else slice(max(0, i - window), i + window + 1)
        s = np.einsum("...d,...jd->...j", Q[..., i, :], K[..., near, :]) / np.sqrt(Q.shape[-1])
        w = np.exp(s - s.max(-1, keepdims=True))
        w = w / w.sum(-1, keepdims=True)
        rows.append(np.einsum("...j,...jd->...d", w, V[..., near, :]))
    return np.stack(rows, axis=-2)
