# task: gru_step
# mistake: Resets the state before the product and keeps it where z is 0, both as in the paper's appendix.
# diagnosis: both-as-in-the-appendix
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    def sig(a):
        return 1 / (1 + np.exp(-a))

    d = h.shape[-1]
    gates = sig(x @ W_x[:, : 2 * d] + h @ W_h[:, : 2 * d] + b[: 2 * d])
    r, z = gates[..., :d], gates[..., d:]
    proposal = np.tanh(x @ W_x[:, 2 * d :] + (r * h) @ W_h[:, 2 * d :] + b[2 * d :])
    return (1 - z) * h + z * proposal
