# task: softmax
# mistake: Restores the summed axis at the end whatever axis was asked for.
# diagnosis: none
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis=axis)[..., np.newaxis])
    return e / e.sum(axis=axis)[..., np.newaxis]
