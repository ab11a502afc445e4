# task: gradient_norm
# mistake: Takes the norm of every row of the Jacobian and averages over the rows too.
# diagnosis: norm-of-each-row
# %%
import numpy as np


# %%
def gradient_norm(Q, K, scale=True):
    J = softmax_jacobian(softmax(attention_scores(Q, K, scale=scale)))
    return np.linalg.norm(J, axis=-1).mean()
