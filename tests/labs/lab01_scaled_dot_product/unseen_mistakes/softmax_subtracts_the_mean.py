# task: softmax
# mistake: Subtracts the mean and not the maximum, so that a single very large logit still overflows.
# diagnosis: softmax-subtracts-mean
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    centred = x - x.mean(axis=axis, keepdims=True)
    e = np.exp(centred)
    return e / e.sum(axis=axis, keepdims=True)
