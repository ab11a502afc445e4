# task: add_positions
# style: Turns NumPy's own IndexError into a ValueError.
# %%
import numpy as np


def add_positions(x, encoding):
    try:
        return x + encoding[np.arange(x.shape[-2])]
    except IndexError as error:
        raise ValueError("no such position") from error
