# task: apply_rope
# mistake: Adds in both lines, which mirrors and stretches and is no rotation.
# diagnosis: rope-of-halves-without-a-minus
# %%
import numpy as np


# %%
def apply_rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2:]
    pos = np.arange(n) if positions is None else np.asarray(positions)
    angle = pos[..., None] * base ** (-2 * np.arange(d // 2) / d)
    a, b = x[..., : d // 2], x[..., d // 2 :]
    return np.concatenate([a * np.cos(angle) + b * np.sin(angle), a * np.sin(angle) + b * np.cos(angle)], axis=-1)
