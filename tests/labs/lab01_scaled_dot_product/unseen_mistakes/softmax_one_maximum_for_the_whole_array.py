# task: softmax
# mistake: Subtracts the maximum of the whole array, so that a row far below it becomes 0 / 0.
# diagnosis: softmax-one-maximum
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    shifted = x - np.max(x)
    e = np.exp(shifted)
    return e / np.sum(e, axis=axis, keepdims=True)
