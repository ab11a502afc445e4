# task: sliding_window_attention
# mistake: The right numbers by way of all n x n scores.
# diagnosis: sliding-masks-dense-scores
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    mask = local_mask(Q.shape[-2], window, causal)
    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    s = np.where(mask, s, -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return w @ V
