# task: add_positions
# mistake: Adds into x itself.
# diagnosis: positions-added-in-place
# %%
import numpy as np


# %%
def add_positions(x, encoding):
    n = x.shape[-2]
    if n > encoding.shape[0]:
        raise ValueError("the sequence is longer than the table")
    x += encoding[:n].astype(x.dtype)
    return x
