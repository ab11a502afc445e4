# task: masked_cross_entropy
# mistake: Forgets that padding is not to be learned.
# diagnosis: loss-counts-padding
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    V = logits.shape[-1]
    z, t = logits.reshape(-1, V), targets.reshape(-1)
    z = z - z.max(1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(1, keepdims=True))
    return -log_p[np.arange(len(t)), t].mean()
