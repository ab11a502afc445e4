# task: add_positions
# style: A one-hot matrix picks the rows.
# %%
import numpy as np


def add_positions(x, encoding):
    if x.shape[-2] > encoding.shape[0]:
        raise ValueError("more tokens than positions")
    picks = np.eye(x.shape[-2], encoding.shape[0])
    return x + picks @ encoding
