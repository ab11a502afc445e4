# task: apply_causal_mask
# mistake: Writes -10000, which is not low enough.
# diagnosis: apply-ten-thousand-for-hidden
# %%
import numpy as np


# %%
def apply_causal_mask(scores, mask):
    return np.where(mask, scores, -1e4)
