# task: layer_norm
# mistake: Makes the result in the type of the input, which cuts off the fractions of integers.
# diagnosis: none
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    out = np.zeros_like(x)
    for where in np.ndindex(x.shape[:-1]):
        row = x[where]
        out[where] = (row - row.mean()) / np.sqrt(row.var() + eps) * gain + bias
    return out
