# task: gru_step
# mistake: Takes the first block for z and the second for r.
# diagnosis: blocks-z-r-n
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    def sig(a):
        return 1 / (1 + np.exp(-a))

    d = h.shape[-1]
    gx, gh = x @ W_x + b, h @ W_h
    z = sig(gx[..., :d] + gh[..., :d])
    r = sig(gx[..., d : 2 * d] + gh[..., d : 2 * d])
    n = np.tanh(gx[..., 2 * d :] + r * gh[..., 2 * d :])
    return (1 - z) * n + z * h
