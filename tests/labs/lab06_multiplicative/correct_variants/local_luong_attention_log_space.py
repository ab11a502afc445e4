# task: local_luong_attention
# style: Adds the logarithm of the bell to the logarithm of the softmax.
# %%
import numpy as np


def local_luong_attention(h_t, states, W, position, window):
    offset = np.arange(states.shape[-2]) - np.asarray(position)[..., None]
    e = np.where(np.abs(offset) <= window, general_score(h_t, states, W), -np.inf)
    top = e.max(-1, keepdims=True)
    log_softmax = e - top - np.log(np.exp(e - top).sum(-1, keepdims=True))
    weights = np.exp(log_softmax - 0.5 * (offset / (window / 2)) ** 2)
    return (weights[..., None, :] @ states)[..., 0, :], weights
