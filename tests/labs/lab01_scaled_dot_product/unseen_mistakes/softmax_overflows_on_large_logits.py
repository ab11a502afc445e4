# task: softmax
# mistake: Exponentiates the raw numbers, so that large logits give inf / inf.
# diagnosis: softmax-overflows
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)
