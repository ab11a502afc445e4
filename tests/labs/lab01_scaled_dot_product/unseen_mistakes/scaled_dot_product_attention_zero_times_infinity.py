# task: scaled_dot_product_attention
# mistake: Multiplies the turned mask by -inf, and 0 times -inf is nan for all the allowed keys.
# diagnosis: attention-multiplies-by-infinity
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = scores + (1 - mask) * -np.inf
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
