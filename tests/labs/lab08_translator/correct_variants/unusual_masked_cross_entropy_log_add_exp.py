# task: masked_cross_entropy
# style: np.logaddexp.reduce over flat rows, and a weighted average.
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    rows, wanted = logits.reshape(-1, logits.shape[-1]), targets.ravel()
    real = np.flatnonzero(wanted != pad_id)
    if real.size == 0:
        return 0.0
    losses = np.logaddexp.reduce(rows[real], axis=1) - rows[real, wanted[real]]
    return np.average(losses, weights=np.ones(real.size))
