# task: attention_entropy
# mistake: Adds along axis 0, in bits.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_entropy(weights):
    p = np.clip(weights, 1e-15, None)
    return -(p * np.log2(p)).sum(axis=0)
