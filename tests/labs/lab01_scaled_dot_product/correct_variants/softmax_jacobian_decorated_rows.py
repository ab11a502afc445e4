# task: softmax_jacobian
# style: A decorator extends a function for one vector to any number of leading axes.
# %%
import functools

import numpy as np


def for_every_row(function):
    @functools.wraps(function)
    def wrapper(p):
        rows = np.asarray(p, dtype=float).reshape(-1, np.shape(p)[-1])
        results = np.stack([function(row) for row in rows])
        return results.reshape(np.shape(p) + results.shape[-1:])

    return wrapper


# %%
@for_every_row
def softmax_jacobian(p):
    column = p.reshape(-1, 1)
    return np.diag(p) - np.dot(column, column.T)
