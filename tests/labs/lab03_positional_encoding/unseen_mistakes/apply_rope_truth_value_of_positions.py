# task: apply_rope
# mistake: Writes `positions or ...`, which NumPy refuses for an array of more than one element.
# diagnosis: rope-asks-whether-positions-are-true
# %%
import numpy as np


# %%
def apply_rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2:]
    positions = positions or list(range(n))
    angle = np.array(positions)[:, None] * base ** (-np.arange(0, d, 2) / d)
    a, b = x[..., ::2], x[..., 1::2]
    out = np.zeros(x.shape)
    out[..., ::2] = a * np.cos(angle) - b * np.sin(angle)
    out[..., 1::2] = a * np.sin(angle) + b * np.cos(angle)
    return out
