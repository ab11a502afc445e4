# task: attention_entropy
# style: The logarithm of a product of powers: 0 to the power of 0 is 1.
# %%
import numpy as np


# %%
def attention_entropy(weights):
    weights = np.asarray(weights, dtype=float)
    return -np.log(np.prod(weights**weights, axis=-1))
