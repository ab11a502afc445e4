# task: masked_cross_entropy
# mistake: Divides by the number of real tokens, also where there is none.
# diagnosis: loss-of-padding-is-nan
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    keep = targets != pad_id
    z, t = logits[keep], targets[keep]
    log_z = np.logaddexp.reduce(z, axis=-1)
    return np.mean(log_z - z[np.arange(t.size), t])
