# task: apply_causal_mask
# mistake: Writes into the scores that were handed over.
# diagnosis: apply-in-place
# %%
import numpy as np


# %%
def apply_causal_mask(scores, mask):
    if scores.dtype.kind != "f":
        scores = scores.astype(float)
    np.copyto(scores, -1e9, where=~np.broadcast_to(mask, scores.shape))
    return scores
