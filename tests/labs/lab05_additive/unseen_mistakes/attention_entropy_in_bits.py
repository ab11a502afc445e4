# task: attention_entropy
# mistake: Takes the logarithm to base 2.
# diagnosis: entropy-in-bits
# %%
import numpy as np


# %%
def attention_entropy(weights):
    safe = np.where(weights > 0, weights, 1)
    return -np.sum(weights * np.log2(safe), axis=-1)
