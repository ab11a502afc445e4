# task: gru_step
# mistake: Gives the gates their biases and forgets that of the candidate.
# diagnosis: no-bias-in-the-candidate
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    d = h.shape[-1]
    gates = x @ W_x[:, : 2 * d] + h @ W_h[:, : 2 * d] + b[: 2 * d]
    gates = 1 / (1 + np.exp(-gates))
    r, z = gates[..., :d], gates[..., d:]
    n = np.tanh(x @ W_x[:, 2 * d :] + r * (h @ W_h[:, 2 * d :]))
    return (1 - z) * n + z * h
