# task: attention_entropy
# mistake: Takes log(1 + w) to be safe from zeros.
# diagnosis: logarithm-of-one-plus
# %%
import numpy as np


# %%
def attention_entropy(weights):
    return -np.sum(weights * np.log1p(weights), axis=-1)
