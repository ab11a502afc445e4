# task: add_positions
# mistake: Lets NumPy find the mismatch: a table of a single row is silently added to every token.
# diagnosis: positions-single-row-repeated
# %%
import numpy as np


# %%
def add_positions(x, encoding):
    return x + encoding[: x.shape[-2]]
