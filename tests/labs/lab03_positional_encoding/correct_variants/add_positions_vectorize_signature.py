# task: add_positions
# style: np.vectorize with a signature.
# %%
import numpy as np


def add_positions(x, encoding):
    if x.shape[-2] > encoding.shape[0]:
        raise ValueError("The sequence is longer than the table of positions.")
    return np.vectorize(lambda one: one + encoding[: one.shape[0]], signature="(n,d)->(n,d)")(x)
