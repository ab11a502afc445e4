# task: layer_norm
# style: A centring matrix.
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    d = len(gain)
    centred = x @ (np.eye(d) - np.ones((d, d)) / d)
    scale = np.hypot(np.linalg.norm(centred, axis=-1, keepdims=True) / np.sqrt(d), np.sqrt(eps))
    return centred / scale * gain + bias
