# task: attention_entropy
# mistake: Averages the logarithms evenly and not by the weights.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_entropy(weights):
    return -np.mean(np.log(np.clip(weights, 1e-12, 1)), axis=-1)
