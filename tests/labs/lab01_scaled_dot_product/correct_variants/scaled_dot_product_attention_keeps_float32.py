# task: scaled_dot_product_attention
# style: Everything stays float32 when all three inputs are float32.
# %%
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    single = all(a.dtype == np.float32 for a in (Q, K, V))
    dtype = np.float32 if single else np.float64
    Q, K, V = Q.astype(dtype), K.astype(dtype), V.astype(dtype)
    scores = Q @ K.swapaxes(-2, -1) * dtype(Q.shape[-1] ** -0.5)
    if mask is not None:
        scores = np.where(mask, scores, dtype(-np.inf))
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights @ V, weights
