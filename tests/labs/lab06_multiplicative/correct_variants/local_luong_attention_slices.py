# task: local_luong_attention
# style: Cuts a slice for each sample with ceil and floor.
# %%
import math

import numpy as np


def local_luong_attention(h_t, states, W, position, window):
    leading, n = states.shape[:-2], states.shape[-2]
    position = np.asarray(position)
    weights = np.zeros(leading + (n,))
    for index in np.ndindex(*leading):
        p = float(position[index])
        low, high = max(0, math.ceil(p - window)), min(n - 1, math.floor(p + window))
        j = np.arange(low, high + 1)
        part = states[index][low : high + 1]
        a = softmax(part @ (h_t[index] @ W))
        weights[index][low : high + 1] = a * np.exp(-((j - p) ** 2) / (2 * (window / 2) ** 2))
    context = np.einsum("...n,...nd->...d", weights, states)
    return context, weights
