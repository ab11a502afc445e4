# task: gradient_norm
# mistake: Calls norm with no axis, which gives one norm of all Jacobians together.
# diagnosis: norm-of-the-whole-stack
# %%
import numpy as np


# %%
def gradient_norm(Q, K, scale=True):
    J = softmax_jacobian(softmax(attention_scores(Q, K, scale)))
    return np.mean(np.linalg.norm(J))
