# task: apply_rope
# mistake: Turns neighbours but lays all first partners before all second ones: the features change their order.
# diagnosis: rope-neighbours-left-in-halves
# %%
import numpy as np


# %%
def apply_rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2:]
    if positions is None:
        positions = np.arange(n)
    angle = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    even, odd = x[..., 0::2], x[..., 1::2]
    cos, sin = np.cos(angle), np.sin(angle)
    return np.concatenate([even * cos - odd * sin, even * sin + odd * cos], axis=-1)
