# task: layer_norm
# mistake: Subtracts the mean from the caller's array.
# diagnosis: norm-changes-the-input
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    x -= x.mean(axis=-1, keepdims=True)
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + eps) * gain + bias
