# task: predicted_position
# style: v_p made a column, and its axis taken away again.
# %%
import numpy as np


def predicted_position(h_t, W_p, v_p, n):
    logits = np.tanh(h_t @ W_p) @ v_p.reshape(-1, 1)
    return np.squeeze(n * (1 / (1 + np.exp(-logits))), axis=-1)
