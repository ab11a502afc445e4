# task: sliding_window_attention
# mistake: Writes the few scores of each query into a row of length n.
# diagnosis: sliding-masks-dense-scores
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    i = np.arange(n)
    scores = np.full((*Q.shape[:-1], n), -np.inf)
    for back in range(0 if causal else -window, window + 1):
        q = i[(i - back >= 0) & (i - back < n)]
        scores[..., q, q - back] = np.einsum("...nd,...nd->...n", Q[..., q, :], K[..., q - back, :])
    scores /= np.sqrt(Q.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights @ V
