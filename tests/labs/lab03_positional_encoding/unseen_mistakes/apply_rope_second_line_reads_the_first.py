# task: apply_rope
# mistake: Works on views of its copy, so that the second partner is computed from the first one already turned.
# diagnosis: rope-uses-the-new-a
# %%
import numpy as np


# %%
def apply_rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2:]
    if positions is None:
        positions = np.arange(n)
    out = np.array(x, dtype=float)
    angle = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    cos, sin = np.cos(angle), np.sin(angle)
    a, b = out[..., 0::2], out[..., 1::2]
    out[..., 0::2] = a * cos - b * sin
    out[..., 1::2] = a * sin + b * cos
    return out
