# task: apply_causal_mask
# style: A masked array, filled with a low number.
# %%
import numpy as np


def apply_causal_mask(scores, mask):
    hidden = np.broadcast_to(~mask, scores.shape)
    return np.ma.masked_array(scores * 1.0, mask=hidden).filled(-1e30)
