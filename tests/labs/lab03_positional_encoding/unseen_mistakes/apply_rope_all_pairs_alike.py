# task: apply_rope
# mistake: Turns every pair by the position itself.
# diagnosis: rope-one-frequency
# %%
import numpy as np


# %%
def apply_rope(x, positions=None, base=10000.0):
    if positions is None:
        positions = np.arange(x.shape[-2])
    c, s = np.cos(positions)[:, None], np.sin(positions)[:, None]
    out = np.zeros(x.shape)
    out[..., 0::2] = c * x[..., 0::2] - s * x[..., 1::2]
    out[..., 1::2] = s * x[..., 0::2] + c * x[..., 1::2]
    return out
