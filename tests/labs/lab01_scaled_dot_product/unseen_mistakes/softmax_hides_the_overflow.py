# task: softmax
# mistake: Replaces the nan of an overflow with 0, which looks finite but takes the weight from the largest logit.
# diagnosis: softmax-hides-overflow
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    with np.errstate(over="ignore", invalid="ignore"):
        e = np.exp(x)
        p = e / e.sum(axis=axis, keepdims=True)
    return np.nan_to_num(p)
