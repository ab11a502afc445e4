# task: softmax
# mistake: Moves the wanted axis to the end and does not move it back.
# diagnosis: none
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    x = np.moveaxis(x, axis, -1)
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
