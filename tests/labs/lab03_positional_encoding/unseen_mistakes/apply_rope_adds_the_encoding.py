# task: apply_rope
# mistake: Adds sines and cosines to x, as the absolute encoding does, and turns nothing.
# diagnosis: rope-adds-the-encoding
# %%
import numpy as np


# %%
def apply_rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2:]
    if positions is None:
        positions = np.arange(n)
    angle = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    pe = np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(n, d)
    return x + pe
