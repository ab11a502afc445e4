# task: apply_causal_mask
# mistake: Returns a NumPy masked array, whose data still holds the blocked scores.
# diagnosis: none
# %%
import numpy as np


# %%
def apply_causal_mask(scores, mask):
    hide = np.broadcast_to(~mask, scores.shape)
    return np.ma.masked_array(scores * 1.0, mask=hide)
