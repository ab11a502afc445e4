# task: attention_entropy
# mistake: Forgets the minus sign.
# diagnosis: entropy-negative
# %%
import numpy as np


# %%
def attention_entropy(weights):
    p = np.asarray(weights, dtype=float)
    return np.sum(p * np.log(np.where(p == 0, 1, p)), axis=-1)
