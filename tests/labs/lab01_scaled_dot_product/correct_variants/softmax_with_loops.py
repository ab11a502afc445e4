# task: softmax
# style: Plain loops with math.exp over every row along the axis.
# %%
import math

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x, dtype=float)
    moved = np.moveaxis(x, axis, -1)
    result = np.zeros(moved.shape)
    for place in np.ndindex(moved.shape[:-1]):
        row = moved[place]
        biggest = max(row)
        total = 0.0
        for value in row:
            total += math.exp(value - biggest)
        for j in range(len(row)):
            result[place][j] = math.exp(row[j] - biggest) / total
    return np.moveaxis(result, -1, axis)
