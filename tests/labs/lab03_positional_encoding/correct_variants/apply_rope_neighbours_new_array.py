# task: apply_rope
# style: Pairs of neighbours, written into a new array.
# %%
import numpy as np


def apply_rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2], x.shape[-1]
    pos = np.arange(n) if positions is None else np.asarray(positions)
    theta = pos[:, None] * base ** (-np.arange(0, d, 2) / d)
    cos, sin = np.cos(theta), np.sin(theta)
    out = np.empty(x.shape, dtype=float)
    out[..., 0::2] = x[..., 0::2] * cos - x[..., 1::2] * sin
    out[..., 1::2] = x[..., 0::2] * sin + x[..., 1::2] * cos
    return out
