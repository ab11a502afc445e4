# task: apply_rope
# mistake: Views the numbers of x as complex ones, which is nonsense for integers and for single precision.
# diagnosis: none
# %%
import numpy as np


# %%
def apply_rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2:]
    if positions is None:
        positions = np.arange(n)
    z = np.ascontiguousarray(x).view(np.complex128)
    z = z * np.exp(1j * positions[:, None] * base ** (-np.arange(0, d, 2) / d))
    return z.view(float)
