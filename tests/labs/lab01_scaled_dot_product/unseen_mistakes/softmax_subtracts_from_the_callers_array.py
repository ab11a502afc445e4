# task: softmax
# mistake: Subtracts the maximum in place and so changes the input.
# diagnosis: softmax-changes-its-input
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    x -= np.max(x, axis=axis, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)
