# task: apply_causal_mask
# style: It prints and warns before it returns the right result.
# %%
import warnings

import numpy as np


def apply_causal_mask(scores, mask):
    print("scores", scores.shape, "mask", mask.shape)
    warnings.warn("still testing", stacklevel=2)
    return np.select([mask, ~mask], [scores * 1.0, np.full(scores.shape, -np.inf)])
