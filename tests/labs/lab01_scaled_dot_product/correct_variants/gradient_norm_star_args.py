# task: gradient_norm
# style: All arguments are handed on to attention_scores with *args and **kwargs.
# %%
import numpy as np


def gradient_norm(*args, **kwargs):
    jacobians = softmax_jacobian(softmax(attention_scores(*args, **kwargs)))
    return np.linalg.matrix_norm(jacobians).mean()
