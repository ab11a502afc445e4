# task: add_positions
# style: Computes in single precision whatever comes in.
# %%
import numpy as np


def add_positions(x, encoding):
    if x.shape[-2] > encoding.shape[0]:
        raise ValueError("more tokens than positions")
    return np.float32(x) + np.float32(encoding[: np.shape(x)[-2]])
