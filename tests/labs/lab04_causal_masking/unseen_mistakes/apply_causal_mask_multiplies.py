# task: apply_causal_mask
# mistake: Multiplies by the mask, which makes a blocked score 0.
# diagnosis: apply-zero-for-hidden
# %%
import numpy as np


# %%
def apply_causal_mask(scores, mask):
    return scores * mask
