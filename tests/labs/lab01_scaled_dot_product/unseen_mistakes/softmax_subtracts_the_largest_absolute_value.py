# task: softmax
# mistake: Subtracts the largest absolute value, so that a row of very negative logits becomes 0 / 0.
# diagnosis: softmax-subtracts-largest-size
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    biggest = np.max(np.abs(x), axis=axis, keepdims=True)
    z = np.exp(x - biggest)
    return z / z.sum(axis=axis, keepdims=True)
