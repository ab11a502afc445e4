# task: apply_rope
# style: One rotation matrix (d, d) for each position, multiplied by einsum.
# %%
import numpy as np


def apply_rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else positions
    R = np.zeros((n, d, d))
    for p in range(d // 2):
        t = positions * base ** (-2 * p / d)
        R[:, 2 * p, 2 * p] = R[:, 2 * p + 1, 2 * p + 1] = np.cos(t)
        R[:, 2 * p, 2 * p + 1] = -np.sin(t)
        R[:, 2 * p + 1, 2 * p] = np.sin(t)
    return np.einsum("nij,...nj->...ni", R, x)
