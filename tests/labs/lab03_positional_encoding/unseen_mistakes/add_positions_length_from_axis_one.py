# task: add_positions
# mistake: Takes axis 1 for the tokens, as it is with a batch, also when there is none.
# diagnosis: positions-counted-by-axis-one
# %%
import numpy as np


# %%
def add_positions(x, encoding):
    n, max_length = x.shape[1], encoding.shape[0]
    if n > max_length:
        raise ValueError("sequence too long")
    return x + encoding[:n, :]
