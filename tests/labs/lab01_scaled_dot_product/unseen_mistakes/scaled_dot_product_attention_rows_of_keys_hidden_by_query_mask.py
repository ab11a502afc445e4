# task: scaled_dot_product_attention
# mistake: Reads a mask of shape (n_k,) as saying which queries may look, so that it is turned to lie along the rows.
# diagnosis: none
# %%
import numpy as np


# %%
def prepare_mask(mask, n_q):
    if mask.ndim == 1:
        mask = np.resize(mask, n_q)[:, None]
    return mask


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = np.where(prepare_mask(mask, Q.shape[-2]), scores, -1e9)
    weights = softmax(scores)
    return weights @ V, weights
