# task: apply_causal_mask
# style: The smaller of the score and a bound that is infinite where the pair is visible.
# %%
import numpy as np


def apply_causal_mask(scores, mask):
    bound = np.where(mask, np.inf, -1e9)
    return np.minimum(scores, bound)
