# task: softmax
# style: Powers of two instead of powers of e.
# %%
import numpy as np

LOG2_OF_E = np.log2(np.e)


def softmax(x, axis=-1):
    x = np.asarray(x, float)
    x = (x - x.max(axis, keepdims=True)) * LOG2_OF_E
    powers = np.exp2(x)
    return powers / powers.sum(axis, keepdims=True)
