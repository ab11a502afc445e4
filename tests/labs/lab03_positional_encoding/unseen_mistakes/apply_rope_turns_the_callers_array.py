# task: apply_rope
# mistake: Writes the turned pairs into x.
# diagnosis: rope-in-place-of-floats
# %%
import numpy as np


# %%
def apply_rope(x, positions=None, base=10000.0):
    if not np.issubdtype(x.dtype, np.floating):
        x = x.astype(float)
    n, d = x.shape[-2:]
    if positions is None:
        positions = np.arange(n)
    for p in range(d // 2):
        angle = positions * base ** (-2 * p / d)
        a, b = x[..., 2 * p].copy(), x[..., 2 * p + 1].copy()
        x[..., 2 * p] = a * np.cos(angle) - b * np.sin(angle)
        x[..., 2 * p + 1] = a * np.sin(angle) + b * np.cos(angle)
    return x
