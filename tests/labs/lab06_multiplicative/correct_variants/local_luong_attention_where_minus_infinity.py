# task: local_luong_attention
# style: Minus infinity outside of the window, then the bell.
# %%
import numpy as np


def local_luong_attention(h_t, states, W, position, window):
    n = states.shape[-2]
    distance = np.arange(n) - np.expand_dims(position, -1)
    scores = np.where(np.abs(distance) > window, -np.inf, general_score(h_t, states, W))
    weights = softmax(scores) * np.exp(-2 * (distance / window) ** 2)
    return np.einsum("...n,...nd->...d", weights, states), weights
