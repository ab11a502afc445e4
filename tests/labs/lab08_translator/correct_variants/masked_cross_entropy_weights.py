# task: masked_cross_entropy
# style: np.average with weights of 0 and 1; zero-dimensional result.
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    weights = 1.0 * (targets != pad_id)
    z = logits - np.amax(logits, axis=-1)[..., np.newaxis]
    rows = np.indices(targets.shape)
    surprise = np.log(np.sum(np.exp(z), axis=-1)) - z[(*rows, targets)]
    if weights.sum() == 0:
        return np.array(0.0)
    return np.average(surprise, weights=weights)
