# task: gradient_norm
# mistake: Hands the scores to softmax_jacobian and not their softmax.
# diagnosis: norm-of-scores-as-weights
# %%
import numpy as np


# %%
def gradient_norm(Q, K, scale=True):
    s = attention_scores(Q, K, scale)
    return np.linalg.norm(softmax_jacobian(s), axis=(-2, -1)).mean()
