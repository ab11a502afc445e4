# task: scaled_dot_product_attention
# style: One key after the other with a running maximum, sum and output.
# %%
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    n_k = K.shape[-2]
    scores = np.array(attention_scores(Q, K), dtype=float)
    if mask is not None:
        np.copyto(scores, -np.inf, where=~mask)
    top = np.full(Q.shape[:-1], -np.inf)
    total = np.zeros(Q.shape[:-1])
    output = np.zeros(Q.shape[:-1] + V.shape[-1:])
    for j in range(n_k):
        s = scores[..., j]
        new_top = np.maximum(top, s)
        anchor = np.where(np.isneginf(new_top), 0.0, new_top)
        shrink = np.exp(top - anchor)
        step = np.exp(s - anchor)
        total = total * shrink + step
        output = output * shrink[..., None] + step[..., None] * V[..., None, j, :]
        top = new_top
    weights = np.exp(scores - top[..., None]) / total[..., None]
    return output / total[..., None], weights
