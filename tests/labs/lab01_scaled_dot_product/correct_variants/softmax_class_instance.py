# task: softmax
# style: An instance of a class with __call__ is bound to the name.
# %%
import numpy as np


class Softmax:
    def __init__(self, default_axis=-1):
        self.default_axis = default_axis

    def __call__(self, x, axis=None):
        if axis is None:
            axis = self.default_axis
        x = np.asarray(x, dtype=float)
        e = np.exp(x - x.max(axis=axis, keepdims=True))
        return e / e.sum(axis=axis, keepdims=True)


softmax = Softmax()
