# task: alibi_bias
# style: The slopes as powers of the first one.
# %%
import numpy as np


def alibi_bias(num_heads, n):
    start = 2 ** (-8 / num_heads)
    slopes = np.array([start * start**i for i in range(num_heads)])
    distance = np.abs(np.subtract.outer(range(n), range(n)))
    return -slopes.reshape(num_heads, 1, 1) * distance
