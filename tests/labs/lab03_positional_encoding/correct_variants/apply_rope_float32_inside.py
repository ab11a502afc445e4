# task: apply_rope
# style: Single precision inside, halves split by np.split.
# %%
import numpy as np


def apply_rope(x, positions=None, base=10000.0):
    x = np.asarray(x, dtype=np.float32)
    a, b = np.split(x, 2, axis=-1)
    m = np.arange(x.shape[-2], dtype=np.float32) if positions is None else np.asarray(positions, dtype=np.float32)
    t = m[:, None] * np.float32(base) ** (-np.arange(a.shape[-1], dtype=np.float32) / np.float32(a.shape[-1]))
    return np.concatenate([a * np.cos(t) - b * np.sin(t), b * np.cos(t) + a * np.sin(t)], axis=-1)
