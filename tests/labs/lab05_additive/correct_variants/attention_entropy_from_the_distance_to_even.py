# task: attention_entropy
# style: log n minus the divergence from even attention.
# %%
import numpy as np


# %%
def attention_entropy(weights):
    n = weights.shape[-1]
    ratio = np.where(weights > 0, weights * n, 1.0)
    return np.log(n) - (weights * np.log(ratio)).sum(axis=-1)
