# task: attention_entropy
# mistake: Adds along axis 0.
# diagnosis: entropy-over-axis-zero
# %%
import numpy as np


# %%
def attention_entropy(weights):
    p = np.where(weights > 0, weights, 1)
    return -(p * np.log(p)).sum(axis=0)
