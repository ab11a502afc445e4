# task: gradient_norm
# mistake: Computes plain dot products and so leaves the scaling out even when scale=True.
# diagnosis: norm-never-scaled
# %%
import numpy as np


# %%
def gradient_norm(Q, K, scale=True):
    scores = np.einsum("...qd,...kd->...qk", Q, K)
    p = softmax(scores)
    J = softmax_jacobian(p)
    return np.linalg.norm(J, axis=(-2, -1)).mean()
