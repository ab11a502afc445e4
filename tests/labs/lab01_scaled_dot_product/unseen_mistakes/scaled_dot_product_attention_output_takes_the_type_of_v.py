# task: scaled_dot_product_attention
# mistake: The output array has the type of V, so that integer values cut the averages down to whole numbers.
# diagnosis: attention-output-in-type-of-values
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    output = np.empty(weights.shape[:-1] + V.shape[-1:], dtype=V.dtype)
    for i in range(weights.shape[-2]):
        output[..., i, :] = np.sum(weights[..., i, :, None] * V, axis=-2)
    return output, weights
