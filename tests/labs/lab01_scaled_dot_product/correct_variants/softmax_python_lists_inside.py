# task: softmax
# style: Pure Python on lists with math.fsum, with an array made at the end.
# %%
import math

import numpy as np


def softmax(x, axis=-1):
    nested = np.moveaxis(np.asarray(x, dtype=float), axis, -1).tolist()
    return np.moveaxis(np.array(walk_rows(nested)), -1, axis)


def walk_rows(nested):
    if isinstance(nested[0], list):
        return [walk_rows(inner) for inner in nested]
    top = max(nested)
    powers = [math.exp(value - top) for value in nested]
    total = math.fsum(powers)
    return [power / total for power in powers]
