# task: masked_cross_entropy
# mistake: Takes the mean of each sentence, and then the mean of these.
# diagnosis: none
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    top = logits.max(axis=-1, keepdims=True)
    log_z = np.log(np.exp(logits - top).sum(axis=-1)) + top[..., 0]
    nll = log_z - np.take_along_axis(logits, targets[..., None], axis=-1)[..., 0]
    real = targets != pad_id
    if not real.any():
        return 0.0
    nll, real = np.atleast_2d(nll), np.atleast_2d(real)
    counts = real.sum(axis=-1)
    means = np.where(real, nll, 0).sum(axis=-1) / np.maximum(counts, 1)
    return float(means[counts > 0].mean())
