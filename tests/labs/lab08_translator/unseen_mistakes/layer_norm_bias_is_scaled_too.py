# task: layer_norm
# mistake: Adds the bias before it multiplies by the gain.
# diagnosis: norm-bias-before-gain
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    y = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    y = y + bias
    y = y * gain
    return y
