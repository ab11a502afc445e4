# task: softmax
# style: A private copy is changed in place with out= arguments.
# %%
import numpy as np


def softmax(x, axis=-1):
    work = np.array(x, dtype=np.float64, copy=True)
    np.subtract(work, work.max(axis=axis, keepdims=True), out=work)
    np.exp(work, out=work)
    np.divide(work, work.sum(axis=axis, keepdims=True), out=work)
    return work
