# task: layer_norm
# style: Row by row, in loops.
# %%
import math

import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    y = np.empty(x.shape)
    for index in np.ndindex(x.shape[:-1]):
        row = [float(a) for a in x[index]]
        m = math.fsum(row) / len(row)
        v = math.fsum((a - m) ** 2 for a in row) / len(row)
        y[index] = [(a - m) / math.sqrt(v + eps) * g + b for a, g, b in zip(row, gain, bias)]
    return y
