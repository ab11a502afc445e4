# task: gru_step
# style: A sigmoid in two cases.
# %%
import numpy as np


def sigmoid2(a):
    e = np.exp(-np.abs(a))
    return np.where(a >= 0, 1 / (1 + e), e / (1 + e))


# %%
def gru_step(x, h, W_x, W_h, b):
    a, c = x @ W_x + b, h @ W_h
    k = a.shape[-1] // 3
    r = sigmoid2(a[..., :k] + c[..., :k])
    z = sigmoid2(a[..., k : 2 * k] + c[..., k : 2 * k])
    n = np.tanh(a[..., 2 * k :] + r * c[..., 2 * k :])
    return np.where(z > 2, h, n - z * n + z * h)
