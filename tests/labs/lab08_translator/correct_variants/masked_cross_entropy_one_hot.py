# task: masked_cross_entropy
# style: One-hot targets and sums.
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    V = logits.shape[-1]
    z = logits - logits.max(-1, keepdims=True)
    logp = z - np.log(np.exp(z).sum(-1, keepdims=True))
    hot = np.eye(V)[targets] * (targets != pad_id)[..., None]
    count = hot.sum()
    return float(-(hot * logp).sum() / count) if count else 0.0
