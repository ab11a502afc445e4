# task: masked_cross_entropy
# mistake: Indexes as if there were always a batch of sentences and nothing else.
# diagnosis: loss-of-three-axes-only
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    B, T, V = logits.shape
    log_z = np.logaddexp.reduce(logits, axis=2)
    nll = log_z - logits[np.arange(B)[:, None], np.arange(T), targets]
    real = targets != pad_id
    return nll[real].mean() if real.any() else 0.0
