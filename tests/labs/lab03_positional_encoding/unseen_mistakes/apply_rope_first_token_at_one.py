# task: apply_rope
# mistake: Without positions it counts from 1, so that the first token is turned already.
# diagnosis: rope-of-halves-counts-from-one
# %%
import numpy as np


# %%
def apply_rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2:]
    if positions is None:
        positions = np.arange(1, n + 1)
    angle = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    a, b = x[..., : d // 2], x[..., d // 2 :]
    cos, sin = np.cos(angle), np.sin(angle)
    return np.concatenate((a * cos - b * sin, b * cos + a * sin), axis=-1)
