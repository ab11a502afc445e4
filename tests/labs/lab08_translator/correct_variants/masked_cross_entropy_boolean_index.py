# task: masked_cross_entropy
# style: Flattens, and picks real places by a boolean index.
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    z, t = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
    z, t = z[t != pad_id], t[t != pad_id]
    if len(t) == 0:
        return 0
    top = z.max(axis=1)
    lse = top + np.log(np.exp(z - top[:, None]).sum(axis=1))
    return np.mean(lse - z[np.arange(len(t)), t])
