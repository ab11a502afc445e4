# task: masked_softmax
# style: The logarithm of the sum of exponentials, subtracted.
# %%
import numpy as np


def masked_softmax(scores, mask):
    visible = np.where(mask, np.asarray(scores, dtype=float), -np.inf)
    log_total = np.logaddexp.reduce(visible, axis=-1, keepdims=True)
    return np.where(np.isfinite(log_total), np.exp(visible - np.where(np.isfinite(log_total), log_total, 0)), 0)
