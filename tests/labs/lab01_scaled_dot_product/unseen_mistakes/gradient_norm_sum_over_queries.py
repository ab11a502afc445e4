# task: gradient_norm
# mistake: Adds the norms of the queries up and does not take their mean.
# diagnosis: norm-summed
# %%
import numpy as np


# %%
def gradient_norm(Q, K, scale=True):
    p = softmax(attention_scores(Q, K, scale=scale))
    J = softmax_jacobian(p)
    return np.sum(np.sqrt(np.sum(J**2, axis=(-2, -1))))
