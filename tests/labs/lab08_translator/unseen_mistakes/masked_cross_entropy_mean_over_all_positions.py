# task: masked_cross_entropy
# mistake: Sets the loss of the padding to zero and still divides by every position.
# diagnosis: loss-divides-by-all-places
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    z = logits - logits.max(axis=-1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    picked = np.take_along_axis(log_p, targets[..., None], axis=-1)[..., 0]
    return -np.where(targets == pad_id, 0.0, picked).mean()
