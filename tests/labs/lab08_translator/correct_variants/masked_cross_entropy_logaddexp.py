# task: masked_cross_entropy
# style: np.logaddexp.reduce does the stable sum.
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    normaliser = np.logaddexp.reduce(logits.astype(float), axis=-1)
    picked = np.take_along_axis(logits, np.expand_dims(targets, -1), -1).squeeze(-1)
    return np.ma.masked_array(normaliser - picked, targets == pad_id).mean() if np.any(targets != pad_id) else 0.0
