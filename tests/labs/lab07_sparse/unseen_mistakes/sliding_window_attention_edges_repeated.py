# task: sliding_window_attention
# mistake: Clips the indices at the edges, so that the outermost keys count several times.
# diagnosis: sliding-edges-repeated
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    offsets = np.arange(-window, 1 if causal else window + 1)
    index = np.clip(np.arange(n)[:, None] + offsets, 0, n - 1)
    scores = (K[..., index, :] @ Q[..., :, :, None])[..., 0] / np.sqrt(K.shape[-1])
    scores = np.exp(scores - scores.max(-1, keepdims=True))
    weights = scores / scores.sum(-1, keepdims=True)
    return (weights[..., None, :] @ V[..., index, :])[..., 0, :]
