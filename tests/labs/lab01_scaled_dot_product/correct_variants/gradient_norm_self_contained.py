# task: gradient_norm
# style: Nothing is called from the cells before, every step is written out again.
# %%
import numpy as np


def gradient_norm(Q, K, scale=True):
    s = np.einsum("...qd,...kd->...qk", Q.astype(float), K.astype(float))
    if scale:
        s = s / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    p = e / e.sum(axis=-1, keepdims=True)
    J = p[..., :, None] * np.eye(p.shape[-1]) - p[..., :, None] * p[..., None, :]
    return ((J**2).sum(axis=(-1, -2)) ** 0.5).mean()
