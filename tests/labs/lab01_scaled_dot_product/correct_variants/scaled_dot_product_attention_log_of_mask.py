# task: scaled_dot_product_attention
# style: The logarithm of the mask is added to the scores, under np.errstate.
# %%
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    if mask is None:
        mask = np.ones((Q.shape[-2], K.shape[-2]))
    with np.errstate(divide="ignore"):
        log_mask = np.log(np.asarray(mask, dtype=float))
    logits = attention_scores(Q, K) + log_mask
    weights = softmax(logits)
    return (weights @ V, weights)
