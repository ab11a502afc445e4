# task: gru_step
# style: One product for the gates with [x; h], two for the candidate.
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    d = h.shape[-1]
    both = np.concatenate([x, h], axis=-1)
    W = np.concatenate([W_x[:, : 2 * d], W_h[:, : 2 * d]], axis=0)
    gates = 1.0 / (1.0 + np.exp(-(both @ W + b[: 2 * d])))
    r, z = gates[..., :d], gates[..., d:]
    candidate = np.tanh(x @ W_x[:, 2 * d :] + b[2 * d :] + r * (h @ W_h[:, 2 * d :]))
    return z * h + (1 - z) * candidate
