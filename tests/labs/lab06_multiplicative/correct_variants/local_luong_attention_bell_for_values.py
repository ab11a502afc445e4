# task: local_luong_attention
# style: The bell shrinks the states instead of the weights for the context.
# %%
import numpy as np


def local_luong_attention(h_t, states, W, position, window):
    offsets = np.subtract.outer(np.asarray(position, dtype=float), np.arange(states.shape[-2]))
    bell = np.exp(-(offsets**2) / (2 * (window / 2) ** 2))
    align = softmax(np.where(abs(offsets) <= window, general_score(h_t, states, W), -np.inf))
    context = np.einsum("...n,...nd->...d", align, bell[..., None] * states)
    return context, align * bell
