# task: layer_norm
# mistake: Divides the squares by d - 1.
# diagnosis: norm-by-the-sample-variance
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, ddof=1, keepdims=True)
    return gain * (x - mean) / np.sqrt(var + eps) + bias
