# task: masked_softmax
# mistake: Walks through scores and mask side by side, which fails when the mask has fewer axes.
# diagnosis: none
# %%
import numpy as np


# %%
def masked_softmax(scores, mask):
    out = np.zeros(scores.shape)
    for index in np.ndindex(scores.shape[:-1]):
        seen = mask[index]
        if seen.any():
            x = scores[index][seen].astype(float)
            e = np.exp(x - x.max())
            out[index][seen] = e / e.sum()
    return out
