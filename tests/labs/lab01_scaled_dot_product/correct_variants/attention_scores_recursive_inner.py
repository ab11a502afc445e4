# task: attention_scores
# style: Recursion over the leading axes down to np.inner on two matrices.
# %%
import numpy as np


def attention_scores(Q, K, scale=True):
    if Q.ndim > 2:
        return np.stack([attention_scores(q, k, scale) for q, k in zip(Q, K)])
    scores = np.inner(Q.astype(float), K.astype(float))
    return scores / np.sqrt(Q.shape[1]) if scale else scores
