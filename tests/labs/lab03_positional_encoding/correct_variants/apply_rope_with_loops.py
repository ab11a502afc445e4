# task: apply_rope
# style: Loops over samples, rows and pairs, pairs of neighbours.
# %%
import math

import numpy as np


def apply_rope(x, positions=None, base=10000.0):
    out = np.array(x, dtype=float)
    n, d = out.shape[-2:]
    flat = out.reshape(-1, n, d)
    for sample in flat:
        for row in range(n):
            m = row if positions is None else int(positions[row])
            for p in range(0, d, 2):
                t = m / base ** (p / d)
                a, b = sample[row, p], sample[row, p + 1]
                sample[row, p] = a * math.cos(t) - b * math.sin(t)
                sample[row, p + 1] = a * math.sin(t) + b * math.cos(t)
    return flat.reshape(out.shape)
