# task: apply_causal_mask
# mistake: Has the two branches of np.where the wrong way round.
# diagnosis: apply-keeps-the-hidden
# %%
import numpy as np


# %%
def apply_causal_mask(scores, mask):
    return np.where(mask, -1e9, scores)
