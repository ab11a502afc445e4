# task: apply_rope
# style: Pairs p and p + d/2: x * cos + rotate_half(x) * sin.
# %%
import numpy as np


def rotate_half(x):
    half = x.shape[-1] // 2
    return np.concatenate((-x[..., half:], x[..., :half]), axis=-1)


def apply_rope(x, positions=None, base=10000.0):
    d = x.shape[-1]
    if positions is None:
        positions = np.arange(x.shape[-2])
    inv_freq = 1.0 / base ** (np.arange(0, d, 2) / d)
    freqs = np.outer(positions, inv_freq)
    emb = np.concatenate((freqs, freqs), axis=-1)
    return x * np.cos(emb) + rotate_half(x) * np.sin(emb)
