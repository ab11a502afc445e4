# task: apply_causal_mask
# mistake: Writes -1e-9, a number next to 0.
# diagnosis: apply-zero-for-hidden
# %%
import numpy as np


# %%
def apply_causal_mask(scores, mask):
    blocked = -1e-9
    return np.where(mask, scores, blocked)
