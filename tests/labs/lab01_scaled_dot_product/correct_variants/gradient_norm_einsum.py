# task: gradient_norm
# style: An einsum sums the squares of the jacobian, and the answer is a 0-d array.
# %%
import numpy as np


def gradient_norm(Q, K, scale=True):
    J = softmax_jacobian(softmax(attention_scores(Q, K, scale)))
    squared = np.einsum("...ij,...ij->...", J, J)
    return np.asarray(np.mean(np.sqrt(squared)))
