# task: softmax
# style: functools.partial fixes an extra temperature of a more general function.
# %%
from functools import partial

import numpy as np


def softmax_with_temperature(x, axis=-1, *, temperature):
    x = np.asarray(x, dtype=float) / temperature
    x = x - np.amax(x, axis=axis, keepdims=True)
    return np.exp(x) / np.exp(x).sum(axis=axis, keepdims=True)


softmax = partial(softmax_with_temperature, temperature=1.0)
