# task: scaled_dot_product_attention
# style: The where= arguments of np.max, np.exp and np.sum do the masking.
# %%
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = np.asarray(attention_scores(Q, K))
    allowed = True if mask is None else mask
    top = np.max(scores, axis=-1, keepdims=True, where=allowed, initial=-np.inf)
    powers = np.zeros_like(scores)
    np.exp(scores - top, out=powers, where=allowed)
    weights = powers / np.sum(powers, axis=-1, keepdims=True, where=allowed)
    return weights @ V, weights
