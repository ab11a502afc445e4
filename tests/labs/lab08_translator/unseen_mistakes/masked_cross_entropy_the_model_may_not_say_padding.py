# task: masked_cross_entropy
# mistake: Takes the padding out of the vocabulary as well.
# diagnosis: loss-leaves-padding-out-of-the-softmax
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    z = np.array(logits, dtype=float)
    z[..., pad_id] = -np.inf
    z -= z.max(axis=-1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    keep = targets != pad_id
    if not keep.any():
        return 0.0
    return -log_p[keep, targets[keep]].mean()
