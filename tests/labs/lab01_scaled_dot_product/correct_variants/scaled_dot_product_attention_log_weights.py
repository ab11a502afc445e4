# task: scaled_dot_product_attention
# style: Log-weights from a log-sum-exp over the allowed keys, then one exponential.
# %%
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    logits = attention_scores(Q, K)
    if mask is not None:
        logits = np.choose(mask.astype(int), [-np.inf, logits])
    logits = logits - logits.max(axis=-1, keepdims=True)
    log_weights = logits - np.logaddexp.reduce(logits, axis=-1, keepdims=True)
    weights = np.exp(log_weights)
    return np.einsum("...qk,...kv->...qv", weights, V), weights
