# task: masked_cross_entropy
# mistake: Subtracts the maximum from the caller's logits.
# diagnosis: loss-changes-the-logits
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    logits -= logits.max(axis=-1, keepdims=True)
    nll = np.log(np.exp(logits).sum(axis=-1)) - np.take_along_axis(logits, targets[..., None], axis=-1)[..., 0]
    real = targets != pad_id
    return (nll * real).sum() / max(real.sum(), 1)
