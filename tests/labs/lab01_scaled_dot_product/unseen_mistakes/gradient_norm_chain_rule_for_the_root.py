# task: gradient_norm
# mistake: Also divides the Jacobian by the root of d_k, which is the gradient for the unscaled scores.
# diagnosis: norm-with-the-scales-derivative
# %%
import numpy as np


# %%
def gradient_norm(Q, K, scale=True):
    J = softmax_jacobian(softmax(attention_scores(Q, K, scale)))
    if scale:
        J = J / np.sqrt(Q.shape[-1])
    return np.linalg.norm(J, axis=(-2, -1)).mean()
