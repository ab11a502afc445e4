# task: softmax_jacobian
# style: Loops over every row and every pair of indices with an if for the diagonal.
# %%
import numpy as np


def softmax_jacobian(p):
    n = p.shape[-1]
    J = np.zeros(p.shape + (n,))
    for row in np.ndindex(p.shape[:-1]):
        for i in range(n):
            for j in range(n):
                if i == j:
                    J[row + (i, j)] = p[row + (i,)] * (1 - p[row + (i,)])
                else:
                    J[row + (i, j)] = -1.0 * p[row + (i,)] * p[row + (j,)]
    return J
