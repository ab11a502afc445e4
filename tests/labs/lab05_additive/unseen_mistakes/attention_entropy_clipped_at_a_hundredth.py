# task: attention_entropy
# mistake: Clips the weights at 0.01 before it does anything.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_entropy(weights):
    p = np.clip(weights, 0.01, 1.0)
    return -np.sum(p * np.log(p), axis=-1)
