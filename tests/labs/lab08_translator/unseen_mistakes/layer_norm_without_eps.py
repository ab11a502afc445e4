# task: layer_norm
# mistake: Leaves eps out, so that equal features give NaN.
# diagnosis: norm-without-eps
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    c = x - x.mean(-1, keepdims=True)
    rms = np.sqrt(np.einsum("...d,...d->...", c, c) / x.shape[-1])
    return c / rms[..., None] * gain + bias
