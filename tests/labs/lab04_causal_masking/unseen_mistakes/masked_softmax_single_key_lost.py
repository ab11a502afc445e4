# task: masked_softmax
# mistake: Also empties the rows in which exactly one key is visible.
# diagnosis: none
# %%
import numpy as np


# %%
def masked_softmax(scores, mask):
    x = np.where(mask, scores, -np.inf)
    out = np.zeros(x.shape)
    for index in np.ndindex(x.shape[:-1]):
        row = x[index]
        if np.isfinite(row).sum() > 1:
            e = np.exp(row - row.max())
            out[index] = e / e.sum()
    return out
