# task: gradient_norm
# mistake: Takes the norm over axes 0 and 1, which are not the axes of the Jacobian.
# diagnosis: none
# %%
import numpy as np


# %%
def gradient_norm(Q, K, scale=True):
    J = softmax_jacobian(softmax(attention_scores(Q, K, scale)))
    return np.linalg.norm(J, axis=(0, 1)).mean()
