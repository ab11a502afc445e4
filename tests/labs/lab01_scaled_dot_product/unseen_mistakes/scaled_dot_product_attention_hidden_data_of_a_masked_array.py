# task: scaled_dot_product_attention
# mistake: Uses a NumPy masked array, whose hidden elements are not 0 once the weights are read as a plain array.
# diagnosis: none
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        keep = np.broadcast_to(mask, scores.shape)
        scores = np.ma.masked_array(scores, mask=~keep)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    output = np.matmul(np.asarray(weights), V)
    return output, weights
