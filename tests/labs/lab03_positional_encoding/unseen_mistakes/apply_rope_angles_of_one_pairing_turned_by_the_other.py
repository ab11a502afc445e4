# task: apply_rope
# mistake: Repeats the angles for neighbours but turns the halves: the two pairings are mixed.
# diagnosis: rope-halves-with-angles-of-neighbours
# %%
import numpy as np


# %%
def apply_rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2:]
    if positions is None:
        positions = np.arange(n)
    freq = base ** (-np.arange(0, d, 2) / d)
    angle = np.repeat(positions[:, None] * freq, 2, axis=-1)
    half = np.concatenate([-x[..., d // 2 :], x[..., : d // 2]], axis=-1)
    return x * np.cos(angle) + half * np.sin(angle)
