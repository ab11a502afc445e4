# task: add_positions
# style: Adds through a broadcast copy, in place on a copy of floats.
# %%
import numpy as np


def add_positions(x, encoding):
    if x.shape[-2] > encoding.shape[0]:
        raise ValueError("more tokens than positions")
    result = np.array(x, dtype=float)
    result += np.broadcast_to(encoding[: x.shape[-2]], x.shape)
    return result
