# task: masked_softmax
# style: Minus infinity, the softmax of Lab 1, and the NaN of empty rows replaced by 0.
# %%
import numpy as np


def masked_softmax(scores, mask):
    return np.nan_to_num(softmax(np.where(mask, scores, -np.inf)))
