# task: head_diversity
# mistake: Averages over all ordered pairs, those of a head with itself (distance 0) included.
# diagnosis: diversity-of-all-ordered-pairs
# %%
import numpy as np


# %%
def head_diversity(weights):
    d = 0.5 * np.abs(weights[:, None] - weights[None, :]).sum(axis=-1)
    return d.mean()
