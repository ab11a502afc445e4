# task: apply_rope
# mistake: Takes an empty array like x, in which integer inputs lose everything after the point.
# diagnosis: rope-type-of-x
# %%
import numpy as np


# %%
def apply_rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2:]
    if positions is None:
        positions = np.arange(n)
    out = np.empty_like(x)
    for k in range(0, d, 2):
        t = positions * base ** (-k / d)
        out[..., k] = x[..., k] * np.cos(t) - x[..., k + 1] * np.sin(t)
        out[..., k + 1] = x[..., k] * np.sin(t) + x[..., k + 1] * np.cos(t)
    return out
