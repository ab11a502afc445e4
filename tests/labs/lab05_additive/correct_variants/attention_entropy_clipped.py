# task: attention_entropy
# style: Weights clipped from below.
# %%
import numpy as np


# %%
def attention_entropy(weights):
    return -(weights * np.log(np.clip(weights, 1e-10, 1))).sum(-1)
