# task: apply_causal_mask
# mistake: Keeps only the visible scores, in one long vector.
# diagnosis: apply-drops-the-hidden
# %%
import numpy as np


# %%
def apply_causal_mask(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    return scores[mask] * 1.0
