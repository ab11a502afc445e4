# task: apply_causal_mask
# style: np.copyto with its where, starting from an array of low numbers.
# %%
import numpy as np


def apply_causal_mask(scores, mask):
    result = np.full(np.shape(scores), -1e9)
    np.copyto(result, scores, where=np.asarray(mask))
    return result
