# task: apply_rope
# style: Recursion over leading axes; a list of rows comes back.
# %%
import numpy as np


def apply_rope(x, positions=None, base=10000.0):
    if x.ndim > 2:
        return [apply_rope(sample, positions, base) for sample in x]
    d = x.shape[1]
    w = base ** (-np.arange(0, d, 2) / d)
    rows = []
    for m, row in zip(range(len(x)) if positions is None else positions, x):
        z = (row[0::2] + 1j * row[1::2]) * np.exp(1j * m * w)
        rows.append(np.column_stack([z.real, z.imag]).ravel().tolist())
    return rows
