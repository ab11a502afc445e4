# task: layer_norm
# style: A matrix that takes the mean away; the variance by a dot product of each row with itself.
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    d = x.shape[-1]
    centred = x @ (np.eye(d) - np.full((d, d), 1 / d))
    variance = np.einsum("...i,...i", centred, centred)[..., None] / d
    return np.divide(centred, np.sqrt(variance + eps)) * gain + bias
