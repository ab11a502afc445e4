# task: layer_norm
# mistake: Normalises along axis 1, which is the last one only for matrices.
# diagnosis: norm-along-axis-1
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    m = np.mean(x, axis=1, keepdims=True)
    v = np.var(x, axis=1, keepdims=True)
    return (x - m) / np.sqrt(v + eps) * gain + bias
