# task: attention_entropy
# style: A tiny number inside the logarithm.
# %%
import numpy as np


# %%
def attention_entropy(weights):
    return -np.sum(weights * np.log(weights + 1e-12), axis=-1)
