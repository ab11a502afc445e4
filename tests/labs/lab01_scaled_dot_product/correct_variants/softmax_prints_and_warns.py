# task: softmax
# style: Prints the shape and gives a warning for large logits, but the result is right.
# %%
import warnings

import numpy as np


def softmax(x, axis=-1):
    print("softmax of", np.shape(x), "along axis", axis)
    x = np.asarray(x, dtype=float)
    if np.abs(x).max() > 700:
        warnings.warn("large logits: the maximum is subtracted first", stacklevel=2)
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
