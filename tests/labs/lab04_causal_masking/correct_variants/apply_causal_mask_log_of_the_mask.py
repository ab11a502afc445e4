# task: apply_causal_mask
# style: The logarithm of the mask is added: 0 where True, minus infinity where False.
# %%
import numpy as np


def apply_causal_mask(scores, mask):
    with np.errstate(divide="ignore"):
        return scores + np.log(np.asarray(mask, dtype=np.float64))
