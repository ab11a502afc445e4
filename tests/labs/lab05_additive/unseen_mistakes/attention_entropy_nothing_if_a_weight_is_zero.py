# task: attention_entropy
# mistake: Gives 0 as soon as one weight is 0.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_entropy(weights):
    p = np.asarray(weights, dtype=float)
    h = -(p * np.log(np.maximum(p, 1e-300))).sum(axis=-1)
    return np.where((p == 0).any(axis=-1), 0.0, h)
