# task: add_positions
# style: Loops over samples and tokens.
# %%
import numpy as np


def add_positions(x, encoding):
    x = np.asarray(x)
    n, d = x.shape[-2:]
    if not n <= encoding.shape[0]:
        raise ValueError("too long")
    out = np.empty(x.shape, dtype=float)
    for index in np.ndindex(*x.shape[:-2]):
        for token in range(n):
            out[index][token] = x[index][token] + encoding[token]
    return out
