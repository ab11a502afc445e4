# task: masked_softmax
# style: np.vectorize with a signature over single rows.
# %%
import numpy as np


def one_row(scores, mask):
    weights = np.zeros(len(scores))
    if mask.any():
        visible = scores[mask].astype(float)
        e = np.exp(visible - visible.max())
        weights[mask] = e / e.sum()
    return weights


# %%
rows = np.vectorize(one_row, signature="(k),(k)->(k)", otypes=[float])


def masked_softmax(scores, mask):
    return rows(scores, np.broadcast_to(mask, scores.shape))
