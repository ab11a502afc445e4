# task: gru_step
# style: Everything turned to float64, the state updated in a copy.
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    state = np.array(h, dtype=np.float64)
    a = np.asarray(x, dtype=np.float64) @ W_x + b
    c = state @ W_h
    d = state.shape[-1]
    gates = sigmoid(a[..., : 2 * d] + c[..., : 2 * d])
    state *= gates[..., d:]
    state += (1 - gates[..., d:]) * np.tanh(a[..., 2 * d :] + gates[..., :d] * c[..., 2 * d :])
    return state
