# task: apply_rope
# mistake: Counts the tokens along axis 0, which is the batch where there is one.
# diagnosis: rope-of-halves-positions-along-the-first-axis
# %%
import numpy as np


# %%
def apply_rope(x, positions=None, base=10000.0):
    if positions is None:
        positions = np.arange(len(x))
    d = x.shape[-1]
    angle = np.outer(positions, base ** (-2 * np.arange(d // 2) / d))
    c, s = np.cos(angle), np.sin(angle)
    left, right = x[..., : d // 2], x[..., d // 2 :]
    return np.concatenate([left * c - right * s, left * s + right * c], axis=-1)
