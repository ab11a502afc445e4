# task: apply_causal_mask
# style: np.putmask on a float copy.
# %%
import numpy as np


def apply_causal_mask(scores, mask):
    result = scores.astype(np.float64)
    np.putmask(result, np.broadcast_to(np.logical_not(mask), result.shape), float("-inf"))
    return result
