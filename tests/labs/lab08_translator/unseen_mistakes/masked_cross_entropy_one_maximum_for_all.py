# task: masked_cross_entropy
# mistake: Subtracts one maximum for the whole batch, so that tokens far below it come out infinite.
# diagnosis: loss-subtracts-one-maximum
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    z = logits - np.max(logits)
    log_p = z - np.log(np.sum(np.exp(z), axis=-1, keepdims=True))
    mask = targets != pad_id
    picked = np.take_along_axis(log_p, targets[..., np.newaxis], axis=-1).squeeze(-1)
    return -picked[mask].sum() / mask.sum() if mask.any() else 0.0
