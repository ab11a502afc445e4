# task: apply_causal_mask
# style: Recursion over the leading axes down to nested lists.
# %%
import numpy as np


def apply_causal_mask(scores, mask):
    mask = np.broadcast_to(mask, np.shape(scores))
    if scores.ndim > 1:
        return [apply_causal_mask(s, m) for s, m in zip(scores, mask)]
    return [float(s) if m else float("-inf") for s, m in zip(scores, mask)]
