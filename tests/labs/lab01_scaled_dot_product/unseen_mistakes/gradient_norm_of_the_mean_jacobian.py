# task: gradient_norm
# mistake: Averages the Jacobians first and takes the norm of the average.
# diagnosis: norm-of-the-mean
# %%
import numpy as np


# %%
def gradient_norm(Q, K, scale=True):
    p = softmax(attention_scores(Q, K, scale))
    jac = softmax_jacobian(p)
    n = jac.shape[-1]
    return np.linalg.norm(jac.reshape(-1, n, n).mean(axis=0))
