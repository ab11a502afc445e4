# task: masked_cross_entropy
# style: Loops over plain numbers.
# %%
import math

import numpy as np


# %%
def masked_cross_entropy(logits, targets, pad_id):
    losses = []
    for place in np.ndindex(targets.shape):
        target = int(targets[place])
        if target == pad_id:
            continue
        row = [float(z) for z in logits[place]]
        top = max(row)
        losses.append(top + math.log(sum(math.exp(z - top) for z in row)) - row[target])
    if not losses:
        return 0.0
    return math.fsum(losses) / len(losses)
