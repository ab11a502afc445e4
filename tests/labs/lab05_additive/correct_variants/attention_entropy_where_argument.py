# task: attention_entropy
# style: The ufunc's own where, with a prepared array.
# %%
import numpy as np


# %%
def attention_entropy(weights):
    logs = np.zeros(np.shape(weights))
    np.log(weights, out=logs, where=weights > 0)
    return -np.einsum("...n,...n->...", weights, logs)
