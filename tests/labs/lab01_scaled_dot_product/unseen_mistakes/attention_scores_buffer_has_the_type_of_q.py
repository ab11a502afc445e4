# task: attention_scores
# mistake: The result array takes its type from Q, so that integer inputs lose everything after the point.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    *lead, n_q, d_k = Q.shape
    n_k = K.shape[-2]
    scores = np.zeros((*lead, n_q, n_k), dtype=Q.dtype)
    for i in range(n_q):
        for j in range(n_k):
            dot = np.sum(Q[..., i, :] * K[..., j, :], axis=-1)
            if scale:
                dot = dot / np.sqrt(d_k)
            scores[..., i, j] = dot
    return scores
