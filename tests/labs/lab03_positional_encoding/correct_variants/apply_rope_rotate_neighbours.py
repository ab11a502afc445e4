# task: apply_rope
# style: Pairs of neighbours: x * cos + turned * sin with repeated angles.
# %%
import numpy as np


def apply_rope(x, positions=None, base=10000.0):
    *_, n, d = x.shape
    positions = range(n) if positions is None else positions
    angles = np.repeat(np.outer(list(positions), base ** (-np.arange(d // 2) * 2 / d)), 2, axis=1)
    quarter = np.empty(x.shape)
    quarter[..., ::2], quarter[..., 1::2] = -x[..., 1::2], x[..., ::2]
    return x * np.cos(angles) + quarter * np.sin(angles)
