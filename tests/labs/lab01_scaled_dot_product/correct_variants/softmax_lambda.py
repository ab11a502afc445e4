# task: softmax
# style: A lambda that calls a second lambda to normalise.
# %%
import numpy as np

_divide_by_total = lambda e, axis: e / e.sum(axis=axis, keepdims=True)
softmax = lambda x, axis=-1: _divide_by_total(
    np.exp(1.0 * x - np.max(1.0 * x, axis=axis, keepdims=True)), axis
)
