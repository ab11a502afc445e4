# task: attention_entropy
# mistake: Writes a tiny number over the caller's zeros.
# diagnosis: zeros-replaced-in-place
# %%
import numpy as np


# %%
def attention_entropy(weights):
    weights[weights == 0] = 1e-12
    return -np.sum(weights * np.log(weights), axis=-1)
