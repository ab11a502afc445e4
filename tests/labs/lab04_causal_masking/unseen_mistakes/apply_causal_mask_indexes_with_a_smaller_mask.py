# task: apply_causal_mask
# mistake: Indexes with the mask, which fails when the scores have axes that the mask lacks.
# diagnosis: apply-mask-as-an-index
# %%
import numpy as np


# %%
def apply_causal_mask(scores, mask):
    result = scores.astype(float)
    result[~mask] = -1e9
    return result
