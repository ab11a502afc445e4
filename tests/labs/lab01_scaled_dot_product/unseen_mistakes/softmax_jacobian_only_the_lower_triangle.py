# task: softmax_jacobian
# mistake: The inner loop stops at the diagonal, so that everything above it stays zero.
# diagnosis: none
# %%
import numpy as np


# %%
def softmax_jacobian(p):
    n = p.shape[-1]
    J = np.zeros(p.shape[:-1] + (n, n))
    for i in range(n):
        for j in range(i + 1):
            if i == j:
                J[..., i, j] = p[..., i] * (1 - p[..., i])
            else:
                J[..., i, j] = -p[..., i] * p[..., j]
    return J
