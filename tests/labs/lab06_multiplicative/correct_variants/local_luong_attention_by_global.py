# task: local_luong_attention
# style: Global attention under a mask, then the bell.
# %%
import numpy as np


def local_luong_attention(h_t, states, W, position, window):
    position = np.asarray(position, dtype=float)[..., np.newaxis]
    j = np.arange(states.shape[-2])
    mask = (j >= position - window) & (j <= position + window)
    _, align = luong_attention(h_t, states, "general", mask=mask, W=W)
    sigma = window / 2
    weights = align * np.exp(-((j - position) ** 2) / (2 * sigma**2))
    context = (weights[..., None] * states).sum(axis=-2)
    return context, weights
