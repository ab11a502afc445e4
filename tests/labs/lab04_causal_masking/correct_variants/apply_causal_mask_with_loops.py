# task: apply_causal_mask
# style: np.ndindex over every entry.
# %%
import numpy as np


def apply_causal_mask(scores, mask):
    full = np.broadcast_to(mask, scores.shape)
    out = np.empty(scores.shape)
    for where in np.ndindex(*scores.shape):
        out[where] = scores[where] if full[where] else -1e12
    return out
