# task: apply_rope
# style: Reshapes to (..., n, d/2, 2) and multiplies by 2 x 2 matrices.
# %%
import numpy as np


def apply_rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else np.array(positions)
    t = np.einsum("n,p->np", positions, base ** (-2 * np.arange(d // 2) / d))
    R = np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])
    pairs = x.reshape(*x.shape[:-1], d // 2, 2)
    return np.einsum("abnp,...npb->...npa", R, pairs).reshape(x.shape)
