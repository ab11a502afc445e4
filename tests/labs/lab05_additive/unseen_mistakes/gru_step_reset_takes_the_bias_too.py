# task: gru_step
# mistake: Lets the reset gate act on the bias as well.
# diagnosis: bias-inside-the-reset
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    d = W_h.shape[0]
    s = x @ W_x[:, : 2 * d] + h @ W_h[:, : 2 * d] + b[: 2 * d]
    s = 0.5 + 0.5 * np.tanh(0.5 * s)
    r, z = s[..., :d], s[..., d:]
    n = np.tanh(x @ W_x[:, 2 * d :] + r * (h @ W_h[:, 2 * d :] + b[2 * d :]))
    return (1 - z) * n + z * h
