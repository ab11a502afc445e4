# task: gradient_norm
# mistake: Forgets the square root of the Frobenius norm.
# diagnosis: norm-squared
# %%
import numpy as np


# %%
def frobenius(J):
    return np.einsum("...ij,...ij->...", J, J)


# %%
def gradient_norm(Q, K, scale=True):
    p = softmax(attention_scores(Q, K, scale))
    return frobenius(softmax_jacobian(p)).mean()
