# task: gradient_norm
# mistake: Takes the spectral norm (ord=2), not the Frobenius norm.
# diagnosis: norm-spectral
# %%
import numpy as np


# %%
def gradient_norm(Q, K, scale=True):
    p = softmax(attention_scores(Q, K, scale))
    return np.linalg.norm(softmax_jacobian(p), ord=2, axis=(-2, -1)).mean()
