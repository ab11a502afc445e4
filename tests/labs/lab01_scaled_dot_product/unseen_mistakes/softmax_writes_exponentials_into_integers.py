# task: softmax
# mistake: Writes the exponentials into the array of differences, which fails when the input holds integers.
# diagnosis: none
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    buf = np.subtract(x, np.max(x, axis=axis, keepdims=True))
    np.exp(buf, out=buf)
    buf /= buf.sum(axis=axis, keepdims=True)
    return buf
