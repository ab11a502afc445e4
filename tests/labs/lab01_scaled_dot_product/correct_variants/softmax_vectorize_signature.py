# task: softmax
# style: np.vectorize with a core signature, after the axis has been moved to the end.
# %%
import numpy as np


def _one(row):
    powers = np.exp(row - np.max(row))
    return powers / np.sum(powers)


_many = np.vectorize(_one, signature="(n)->(n)")

# %%


def softmax(x, axis=-1):
    x = np.asarray(x).astype(float)
    return np.swapaxes(_many(np.swapaxes(x, axis, -1)), axis, -1)
