# task: gradient_norm
# mistake: Takes the root of the mean of the squared norms (root mean square), not the mean of the norms.
# diagnosis: norm-root-after-mean
# %%
import numpy as np


# %%
def gradient_norm(Q, K, scale=True):
    p = softmax(attention_scores(Q, K, scale))
    squared = np.sum(softmax_jacobian(p) ** 2, axis=(-2, -1))
    return np.sqrt(squared.mean())
