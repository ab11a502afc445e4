# task: apply_causal_mask
# mistake: Multiplies the mask by infinity, so that every visible score becomes NaN.
# diagnosis: apply-zero-times-infinity
# %%
import numpy as np


# %%
def apply_causal_mask(scores, mask):
    return scores + (1.0 - mask) * -np.inf
