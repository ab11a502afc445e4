# task: predicted_position
# style: A sigmoid in two branches, one for each sign.
# %%
import numpy as np


def sigmoid(x):
    e = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + e), e / (1 + e))


def predicted_position(h_t, W_p, v_p, n):
    return n * sigmoid(np.einsum("...a,a->...", np.tanh(h_t @ W_p), v_p))
