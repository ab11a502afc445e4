# task: softmax_jacobian
# style: List comprehensions in a recursive helper, with an array made at the end.
# %%
import numpy as np


def softmax_jacobian(p):
    return np.array(_jacobian_lists(p))


# %%
def _jacobian_lists(p):
    if p.ndim == 1:
        values = [float(value) for value in p]
        return [
            [a * ((i == j) - b) for j, b in enumerate(values)]
            for i, a in enumerate(values)
        ]
    return [_jacobian_lists(part) for part in p]
