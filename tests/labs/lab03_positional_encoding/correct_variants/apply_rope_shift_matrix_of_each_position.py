# task: apply_rope
# style: The transpose of the shift matrix is the rotation: but for another base, written anew.
# %%
import numpy as np


def turn(m, d, base):
    t = m * base ** (-np.arange(0, d, 2) / d)
    return np.kron(np.diag(np.cos(t)), np.eye(2)) - np.kron(np.diag(np.sin(t)), np.array([[0, 1], [-1, 0]]))


def apply_rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else positions
    return np.stack([x[..., i, :] @ turn(positions[i], d, base).T for i in range(n)], axis=-2)
