# task: apply_causal_mask
# style: A float copy into which an index of full size writes.
# %%
import numpy as np


def apply_causal_mask(scores, mask):
    result = np.array(scores, dtype=float)
    result[~np.broadcast_to(mask, result.shape)] = -1e10
    return result
