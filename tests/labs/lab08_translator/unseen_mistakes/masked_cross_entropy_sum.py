# task: masked_cross_entropy
# mistake: Adds the losses up and forgets to divide.
# diagnosis: loss-is-a-sum
# %%
import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    keep = targets != pad_id
    z, t = logits[keep], targets[keep]
    return float(sum(np.logaddexp.reduce(row) - row[i] for row, i in zip(z, t)))
