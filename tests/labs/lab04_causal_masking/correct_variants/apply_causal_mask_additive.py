# task: apply_causal_mask
# style: A large negative number is added where the mask is False.
# %%
import numpy as np


def apply_causal_mask(scores, mask):
    return scores + (1.0 - np.asarray(mask, dtype=float)) * -1e9
