# task: predicted_position
# mistake: Multiplies v_p from the left, which meets the wrong axis of a batch.
# diagnosis: position-vector-on-the-left
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    return n / (1 + np.exp(-np.dot(v_p, np.tanh(np.dot(h_t, W_p)))))
