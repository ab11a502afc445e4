# task: scaled_dot_product_attention
# style: A column of ones beside the values gives the normaliser in the same matrix product.
# %%
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = np.where(np.logical_not(mask), -np.inf, scores)
    e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    ones = np.ones(V.shape[:-1] + (1,))
    both = e @ np.concatenate([V, ones], axis=-1)
    return both[..., :-1] / both[..., -1:], e / both[..., -1:]
