# task: apply_rope
# style: Pairs of neighbours as complex numbers, by a view.
# %%
import numpy as np


def apply_rope(x, positions=None, base=10000.0):
    d = x.shape[-1]
    z = np.ascontiguousarray(x, dtype=np.float64).view(np.complex128)
    m = np.arange(x.shape[-2]) if positions is None else positions
    z = z * np.exp(1j * np.multiply.outer(m, base ** (-2 * np.arange(d // 2) / d)))
    return z.view(np.float64)
