# task: gradient_norm
# mistake: Takes the softmax along the queries, so that the rows of p are no distributions.
# diagnosis: norm-softmax-over-queries
# %%
import numpy as np


# %%
def gradient_norm(Q, K, scale=True):
    p = softmax(attention_scores(Q, K, scale), axis=-2)
    J = softmax_jacobian(p)
    return np.linalg.norm(J, axis=(-2, -1)).mean()
