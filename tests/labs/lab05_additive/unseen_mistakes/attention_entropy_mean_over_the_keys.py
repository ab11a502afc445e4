# task: attention_entropy
# mistake: Averages over the keys.
# diagnosis: entropy-by-mean
# %%
import numpy as np


# %%
def attention_entropy(weights):
    p = np.asarray(weights, dtype=float)
    return -np.mean(p * np.log(np.where(p == 0, 1, p)), axis=-1)
