# task: gradient_norm
# style: np.hypot.reduce over the flattened jacobian.
# %%
import numpy as np


def gradient_norm(Q, K, scale=True):
    p = softmax(attention_scores(Q, K, scale))
    J = np.asarray(softmax_jacobian(p))
    flat = J.reshape(-1, J.shape[-1] * J.shape[-2])
    return np.hypot.reduce(flat, axis=1).mean()
