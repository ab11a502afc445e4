# task: gradient_norm
# style: np.linalg.norm over the last two axes of the jacobian.
# %%
import numpy as np


def gradient_norm(Q, K, scale=True):
    p = softmax(attention_scores(Q, K, scale=scale))
    return np.linalg.norm(softmax_jacobian(p), axis=(-2, -1)).mean()
