# task: gru_step
# mistake: Takes d_x for the width of a block.
# diagnosis: size-of-the-input
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    d = x.shape[-1]
    gx, gh = x @ W_x + b, h @ W_h
    r = 1 / (1 + np.exp(-(gx + gh)[..., :d]))
    z = 1 / (1 + np.exp(-(gx + gh)[..., d : 2 * d]))
    n = np.tanh(gx[..., 2 * d :] + r * gh[..., 2 * d :])
    return (1 - z) * n + z * h
