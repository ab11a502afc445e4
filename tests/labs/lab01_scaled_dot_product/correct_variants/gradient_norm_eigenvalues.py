# task: gradient_norm
# style: The Frobenius norm of a symmetric matrix from its eigenvalues.
# %%
import numpy as np


def gradient_norm(Q, K, scale=True):
    p = softmax(attention_scores(Q, K, scale=scale)).astype(np.float64)
    eigenvalues = np.linalg.eigvalsh(softmax_jacobian(p))
    return float(np.sqrt((eigenvalues**2).sum(axis=-1)).mean())
