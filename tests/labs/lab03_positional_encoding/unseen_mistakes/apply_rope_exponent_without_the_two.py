# task: apply_rope
# mistake: Uses base^(-p/d), so that the pairs turn too fast.
# diagnosis: rope-exponent-halved
# %%
import numpy as np


# %%
def apply_rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2], x.shape[-1]
    pos = np.arange(n) if positions is None else positions
    theta = pos[:, None] * base ** (-np.arange(d // 2) / d)
    a, b = x[..., 0::2], x[..., 1::2]
    out = np.stack([a * np.cos(theta) - b * np.sin(theta), a * np.sin(theta) + b * np.cos(theta)], axis=-1)
    return out.reshape(x.shape)
