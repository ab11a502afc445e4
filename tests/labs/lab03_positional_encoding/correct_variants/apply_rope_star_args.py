# task: apply_rope
# style: A signature of *args and **kwargs; the exponential of a logarithm.
# %%
import numpy as np


def apply_rope(x, *args, **kwargs):
    options = dict(zip(("positions", "base"), args), **kwargs)
    positions, base = options.get("positions"), options.get("base", 10000.0)
    n, d = x.shape[-2:]
    m = np.arange(n) if positions is None else positions
    t = m[:, None] * np.exp(-np.log(base) * np.arange(0, d, 2) / d)
    first, second = x[..., : d // 2], x[..., d // 2 :]
    return np.block([first * np.cos(t) - second * np.sin(t), first * np.sin(t) + second * np.cos(t)])
