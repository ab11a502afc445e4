# task: masked_cross_entropy
# mistake: Takes 0 for the padding, whatever `pad_id` says.
# diagnosis: loss-takes-padding-for-zero
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id=0):
    mask = (targets > 0).astype(float)
    n = mask.sum()
    if n == 0:
        return 0.0
    log_z = np.logaddexp.reduce(logits, axis=-1)
    picked = np.take_along_axis(logits, targets[..., None], -1)[..., 0]
    return float(((log_z - picked) * mask).sum() / n)
