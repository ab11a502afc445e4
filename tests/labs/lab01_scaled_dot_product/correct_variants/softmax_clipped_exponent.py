# task: softmax
# style: The shifted logits are clipped from below where the exponential is zero anyway.
# %%
import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x, dtype=np.float64)
    peak = np.maximum.reduce(x, axis=axis, keepdims=True)
    e = np.exp(np.clip(x - peak, -800.0, 0.0))
    return e / np.add.reduce(e, axis=axis, keepdims=True)
