# task: layer_norm
# mistake: Adds eps to the standard deviation instead of the variance.
# diagnosis: norm-with-eps-outside
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    mu, sigma = np.mean(x, -1), np.std(x, -1)
    return (x - mu[..., None]) / (sigma[..., None] + eps) * gain + bias
