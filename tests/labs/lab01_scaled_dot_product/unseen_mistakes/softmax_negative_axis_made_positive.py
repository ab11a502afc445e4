# task: softmax
# mistake: Takes the absolute value of axis, which is right by luck for two axes and wrong for three.
# diagnosis: none
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    axis = abs(axis)
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)
