# task: layer_norm
# style: The methods mean and var.
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    mu = x.mean(-1, keepdims=True)
    sigma2 = x.var(-1, keepdims=True)
    return gain * ((x - mu) * (sigma2 + eps) ** -0.5) + bias
