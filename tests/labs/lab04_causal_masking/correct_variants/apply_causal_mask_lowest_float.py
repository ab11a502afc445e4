# task: apply_causal_mask
# style: The lowest number that the type can hold.
# %%
import numpy as np


def apply_causal_mask(scores, mask):
    scores = np.asarray(scores)
    kind = scores.dtype if scores.dtype.kind == "f" else np.dtype(float)
    return np.where(mask, scores.astype(kind), np.finfo(kind).min)
