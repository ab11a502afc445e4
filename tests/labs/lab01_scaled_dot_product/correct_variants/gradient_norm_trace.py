# task: gradient_norm
# style: The root of the trace of J times its transpose.
# %%
import numpy as np


def gradient_norm(Q, K, scale=True):
    J = softmax_jacobian(softmax(attention_scores(Q, K, scale)))
    gram = J @ np.swapaxes(J, -1, -2)
    norms = np.sqrt(np.trace(gram, axis1=-2, axis2=-1))
    return np.mean(norms)
