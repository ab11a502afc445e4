# task: local_luong_attention
# style: Positions repeated to the shape of the weights before anything else.
# %%
import numpy as np


def local_luong_attention(h_t, states, W, position, window):
    shape = states.shape[:-1]
    p = np.broadcast_to(np.reshape(position, shape[:-1] + (1,)), shape).astype(float)
    j = np.broadcast_to(np.arange(shape[-1], dtype=float), shape)
    keep = np.less_equal(np.abs(j - p), window)
    align = softmax(np.where(keep, general_score(h_t, states, W), -1e30))
    bell = np.exp(-np.square(j - p) / (2.0 * (window / 2.0) ** 2))
    weights = align * bell * keep
    return np.matmul(weights[..., None, :], states)[..., 0, :], weights
