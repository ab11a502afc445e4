# task: attention_entropy
# mistake: Keeps the last axis, of length one.
# diagnosis: entropy-with-an-axis-of-one
# %%
import numpy as np


# %%
def attention_entropy(weights):
    p = np.where(weights > 0, weights, 1)
    return -(p * np.log(p)).sum(axis=-1, keepdims=True)
