# task: apply_causal_mask
# mistake: Copies the scores in their own type; integers cannot hold infinity.
# diagnosis: none
# %%
import numpy as np


# %%
def apply_causal_mask(scores, mask):
    result = scores.copy()
    result[..., np.logical_not(mask)] = float("-inf")
    return result
