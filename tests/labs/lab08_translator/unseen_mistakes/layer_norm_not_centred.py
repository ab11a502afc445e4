# task: layer_norm
# mistake: Divides by the root mean square and does not subtract the mean.
# diagnosis: norm-without-the-mean
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    return x / np.sqrt(np.mean(np.square(x), axis=-1, keepdims=True) + eps) * gain + bias
