# task: predicted_position
# style: The sigmoid as a softmax of x and 0.
# %%
import numpy as np


def predicted_position(h_t, W_p, v_p, n):
    x = np.asarray(np.tanh(h_t @ W_p) @ v_p)
    return n * softmax(np.stack([x, np.zeros_like(x)], axis=-1))[..., 0]
