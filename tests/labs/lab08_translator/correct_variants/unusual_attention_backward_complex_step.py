# task: attention_backward
# style: No formula for the gradients: a step in the imaginary direction for every number, which loses no digits.
# %%
import numpy as np


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    inputs = [np.array(M, dtype=complex) for M in (Q, K, V)]

    def slope():
        q, k, v = inputs
        scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
        if mask is not None:
            scores = np.where(mask, scores, -1e9)
        e = np.exp(scores - scores.real.max(axis=-1, keepdims=True))
        output = e / e.sum(axis=-1, keepdims=True) @ v
        return np.sum(d_output * output.imag) * 1e30

    gradients = []
    for M in inputs:
        gradient = np.zeros(M.shape)
        for where in np.ndindex(M.shape):
            M[where] += 1e-30j
            gradient[where] = slope()
            M[where] = M[where].real
        gradients.append(gradient)
    return gradients
