# task: layer_norm
# mistake: Takes one mean and one variance for the whole array.
# diagnosis: norm-of-everything
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    return (x - np.mean(x)) / np.sqrt(np.var(x) + eps) * gain + bias
