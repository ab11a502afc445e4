# task: gradient_norm
# mistake: Looks only at the first query of each sequence.
# diagnosis: norm-of-first-query
# %%
import numpy as np


# %%
def gradient_norm(Q, K, scale=True):
    scores = attention_scores(Q, K, scale)
    p = softmax(scores)[..., 0, :]
    return np.mean(np.linalg.norm(softmax_jacobian(p), axis=(-2, -1)))
