# task: sliding_window_attention
# style: Weights by a log-sum-exp over a gather with one padding row of minus infinity.
# %%
import numpy as np


def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    window = min(window, n)
    offsets = np.arange(-window, window + 1)
    if causal:
        offsets = offsets[offsets <= 0]
    index = np.arange(n)[:, None] + offsets[None, :]
    hidden = (index < 0) | (index >= n)
    index = index % n
    logits = (Q[..., :, None, :] * K[..., index, :]).sum(-1) / np.sqrt(Q.shape[-1])
    logits[..., hidden] = -np.inf
    top = logits.max(-1, keepdims=True)
    lse = top + np.log(np.exp(logits - top).sum(-1, keepdims=True))
    return (np.exp(logits - lse)[..., None] * V[..., index, :]).sum(axis=-2)
