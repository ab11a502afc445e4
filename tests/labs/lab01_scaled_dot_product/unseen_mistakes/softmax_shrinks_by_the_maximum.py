# task: softmax
# mistake: Divides the logits by the largest absolute value to keep them small, which changes the distribution.
# diagnosis: none
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    top = np.max(np.abs(x), axis=axis, keepdims=True)
    e = np.exp(x / np.where(top > 1, top, 1))
    return e / e.sum(axis=axis, keepdims=True)
