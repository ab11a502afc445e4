# task: apply_rope
# style: Pairs p and p + d/2 as complex numbers.
# %%
import numpy as np


def apply_rope(x, positions=None, base=10000.0):
    half = x.shape[-1] // 2
    z = x[..., :half] + 1j * x[..., half:]
    if positions is None:
        positions = np.arange(z.shape[-2])
    z = z * np.exp(1j * positions[:, np.newaxis] / base ** (np.arange(half) / half))
    return np.concatenate([z.real, z.imag], -1)
