# task: gru_step
# mistake: Multiplies all of the candidate by the reset gate, the input too.
# diagnosis: reset-of-everything
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    a = x @ W_x + h @ W_h + b
    a_r, a_z, a_n = np.split(a, 3, axis=-1)
    r, z = (1 / (1 + np.exp(-t)) for t in (a_r, a_z))
    n = np.tanh(r * a_n)
    return (1 - z) * n + z * h
