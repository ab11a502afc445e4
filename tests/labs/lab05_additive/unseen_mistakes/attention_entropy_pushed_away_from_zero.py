# task: attention_entropy
# mistake: Adds 0.0001 to each weight before the logarithm, which can be seen in the result.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_entropy(weights, eps=1e-4):
    return -np.sum(weights * np.log(weights + eps), axis=-1)
