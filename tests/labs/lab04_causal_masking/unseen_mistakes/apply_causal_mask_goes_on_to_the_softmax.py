# task: apply_causal_mask
# mistake: Returns the weights and not the scores.
# diagnosis: apply-softmax-as-well
# %%
import numpy as np


# %%
def apply_causal_mask(scores, mask):
    hidden = np.where(mask, scores, -1e9)
    e = np.exp(hidden - hidden.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
