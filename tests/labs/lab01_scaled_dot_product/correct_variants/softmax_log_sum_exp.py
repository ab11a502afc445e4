# task: softmax
# style: The exponential of the shifted logits minus their log-sum-exp.
# %%
import numpy as np


def softmax(x, axis=-1):
    shifted = np.asarray(x, dtype=np.float64)
    shifted = shifted - np.max(shifted, axis=axis, keepdims=True)
    log_total = np.log(np.sum(np.exp(shifted), axis=axis, keepdims=True))
    return np.exp(shifted - log_total)
