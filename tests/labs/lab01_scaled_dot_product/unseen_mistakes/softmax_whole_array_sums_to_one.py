# task: softmax
# mistake: Leaves the axis out of the sum, so that the whole array and not each row adds up to 1.
# diagnosis: none
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / np.sum(e)
