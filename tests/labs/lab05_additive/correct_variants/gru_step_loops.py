# task: gru_step
# style: Unit by unit, with the math module.
# %%
import math
import numpy as np


def s(a):
    return 0.5 * (1 + math.tanh(a / 2))


# %%
def gru_step(x, h, W_x, W_h, b):
    lead, d = h.shape[:-1], h.shape[-1]
    new = np.empty(h.shape, dtype=float)
    for i in np.ndindex(*lead):
        p, q = x[i] @ W_x + b, h[i] @ W_h
        for u in range(d):
            r, z = s(p[u] + q[u]), s(p[d + u] + q[d + u])
            n = math.tanh(p[2 * d + u] + r * q[2 * d + u])
            new[i][u] = (1 - z) * n + z * h[i][u]
    return new
