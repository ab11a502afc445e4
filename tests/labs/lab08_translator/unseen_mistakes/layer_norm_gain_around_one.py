# task: layer_norm
# mistake: Multiplies by 1 + gain and divides by d - 1: two mistakes at once.
# diagnosis: none
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    c = x - x.mean(axis=-1, keepdims=True)
    v = (c**2).sum(axis=-1, keepdims=True) / (x.shape[-1] - 1)
    return c / np.sqrt(v + eps) * (1 + gain) + bias
