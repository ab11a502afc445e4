# task: predicted_position
# style: Through the logarithm: exp(-log(1 + exp(-x))).
# %%
import numpy as np


def predicted_position(h_t, W_p, v_p, n):
    x = np.sum(np.tanh(np.matmul(h_t, W_p)) * v_p, axis=-1)
    return n * np.exp(-np.logaddexp(0, -x))
