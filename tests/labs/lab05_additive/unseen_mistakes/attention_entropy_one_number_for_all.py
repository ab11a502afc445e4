# task: attention_entropy
# mistake: Adds up over all axes.
# diagnosis: entropy-of-everything
# %%
import numpy as np


# %%
def attention_entropy(weights):
    p = weights[weights > 0]
    return -np.sum(p * np.log(p))
