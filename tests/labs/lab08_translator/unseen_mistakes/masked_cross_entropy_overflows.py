# task: masked_cross_entropy
# mistake: Takes the exponentials as they come.
# diagnosis: loss-overflows
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    total, count = 0.0, 0
    for where in np.ndindex(targets.shape):
        if targets[where] != pad_id:
            row = logits[where]
            total += np.log(np.sum(np.exp(row))) - row[targets[where]]
            count += 1
    return total / count if count else 0.0
