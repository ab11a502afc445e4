# task: apply_rope
# mistake: Always counts from 0, whatever positions are handed over.
# diagnosis: rope-ignores-positions
# %%
import numpy as np


# %%
def apply_rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2:]
    positions = np.arange(n)
    z = x[..., 0::2] + 1j * x[..., 1::2]
    z = z * np.exp(1j * positions[:, None] * base ** (-np.arange(0, d, 2) / d))
    out = np.empty(x.shape)
    out[..., 0::2], out[..., 1::2] = z.real, z.imag
    return out
