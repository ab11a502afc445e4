# task: layer_norm
# mistake: Normalises each feature over the tokens.
# diagnosis: norm-of-columns
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    centred = x - x.mean(axis=0)
    return centred / np.sqrt((centred**2).mean(axis=0) + eps) * gain + bias
