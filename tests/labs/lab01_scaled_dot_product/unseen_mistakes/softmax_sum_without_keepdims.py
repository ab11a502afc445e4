# task: softmax
# mistake: The sum loses its axis, so that it is lined up with the wrong axis or does not fit at all.
# diagnosis: softmax-sum-without-keepdims
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    m = x.max(axis=axis, keepdims=True)
    e = np.exp(x - m)
    total = e.sum(axis=axis)
    return e / total
