# task: softmax
# mistake: Divides the numbers by their sum and never takes the exponential.
# diagnosis: softmax-without-exponential
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    return x / np.sum(x, axis=axis, keepdims=True)
