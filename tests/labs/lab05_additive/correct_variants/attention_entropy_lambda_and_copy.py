# task: attention_entropy
# style: A copy in which zeros are ones.
# %%
import numpy as np

attention_entropy = lambda weights: -(weights * np.log(filled(weights))).sum(axis=-1)


# %%
def filled(weights):
    copy = np.array(weights, dtype=float)
    copy[copy <= 0] = 1
    return copy
