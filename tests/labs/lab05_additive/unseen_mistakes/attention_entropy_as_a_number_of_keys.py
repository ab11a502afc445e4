# task: attention_entropy
# mistake: Takes the exponential: a number of keys, not nats.
# diagnosis: exponential-of-the-entropy
# %%
import numpy as np


# %%
def attention_entropy(weights):
    p = np.where(weights > 0, weights, 1)
    return np.exp(-(p * np.log(p)).sum(axis=-1))
