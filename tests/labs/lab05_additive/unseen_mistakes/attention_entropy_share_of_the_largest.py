# task: attention_entropy
# mistake: Divides by log n, so that the largest entropy is 1.
# diagnosis: entropy-divided-by-its-largest
# %%
import numpy as np


# %%
def attention_entropy(weights):
    p = np.asarray(weights, dtype=float)
    h = -np.sum(p * np.log(np.where(p > 0, p, 1)), axis=-1)
    return h / np.log(p.shape[-1])
