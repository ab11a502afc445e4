# task: apply_rope
# mistake: Turns by position * base^(+2p/d), faster and faster.
# diagnosis: rope-of-halves-frequencies-grow
# %%
import numpy as np


# %%
def apply_rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2:]
    if positions is None:
        positions = np.arange(n)
    rate = np.power(base, np.arange(0, d, 2) / d)
    turn = np.exp(1j * np.multiply.outer(positions, rate))
    z = (x[..., : d // 2] + 1j * x[..., d // 2 :]) * turn
    return np.concatenate([z.real, z.imag], axis=-1)
