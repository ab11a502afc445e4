# task: softmax
# mistake: Only tells axis 0 from the rest, so that a middle axis or axis=-2 is taken for the last one.
# diagnosis: none
# %%
import numpy as np


# %%
def softmax_rows(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


# %%
def softmax(x, axis=-1):
    if axis == 0:
        return np.swapaxes(softmax_rows(np.swapaxes(x, 0, -1)), 0, -1)
    return softmax_rows(x)
