# task: positional_encoding
# style: For odd sizes one column more with the same exponents, cut at the end; typed, with a keyword.
# %%
import numpy as np


def positional_encoding(seq_length: int, d_model: int, *, base: float = 1e4) -> np.ndarray:
    width = d_model + d_model % 2
    out = np.empty((seq_length, width))
    theta = np.arange(seq_length)[:, None] / base ** (np.arange(0, width, 2) / d_model)
    np.sin(theta, out=out[:, ::2])
    np.cos(theta, out=out[:, 1::2])
    return out[:, :d_model]
