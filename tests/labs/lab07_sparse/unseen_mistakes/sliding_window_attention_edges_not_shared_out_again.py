# task: sliding_window_attention
# mistake: Sets the weights beyond the edges to zero after the softmax and leaves it there.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n, d = Q.shape[-2:]
    offsets = np.arange(-window, window + 1)
    index = np.arange(n)[:, None] + offsets
    hidden = (index < 0) | (index >= n)
    if causal:
        hidden = hidden | (offsets > 0)
    near = index % n
    s = (Q[..., None, :] * K[..., near, :]).sum(-1) / np.sqrt(d)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    w[..., hidden] = 0
    return (w[..., None] * V[..., near, :]).sum(-2)
