# task: layer_norm
# style: The variance by einsum.
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    d = x.shape[-1]
    c = x - np.einsum("...d->...", x)[..., None] / d
    return np.einsum("...d,d->...d", c, gain) / np.sqrt(np.einsum("...d,...d->...", c, c) / d + eps)[..., None] + bias
