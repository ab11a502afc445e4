# task: apply_rope
# mistake: Writes 10000 into the formula and never looks at base.
# diagnosis: rope-of-halves-ignores-the-base
# %%
import numpy as np


# %%
def apply_rope(x, positions=None, base=10000.0):
    *_, n, d = x.shape
    if positions is None:
        positions = np.arange(n)
    angle = positions[:, None] / 10000 ** (2 * np.arange(d // 2) / d)
    a, b = np.split(x, 2, axis=-1)
    return np.concatenate([a * np.cos(angle) - b * np.sin(angle), a * np.sin(angle) + b * np.cos(angle)], axis=-1)
