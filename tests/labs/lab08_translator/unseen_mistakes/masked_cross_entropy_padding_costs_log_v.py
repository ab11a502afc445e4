# task: masked_cross_entropy
# mistake: Sets the logits of padded positions to zero, which costs log V each, and counts only the real ones.
# diagnosis: none
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    real = targets != pad_id
    z = logits * real[..., None]
    z = z - z.max(axis=-1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    nll = -np.einsum("...v,...v->...", log_p, np.eye(z.shape[-1])[targets])
    return nll.sum() / real.sum() if real.any() else 0.0
