# task: add_positions
# mistake: Takes the length of axis 0, which is the batch where there is one.
# diagnosis: positions-counted-by-the-first-axis
# %%
import numpy as np


# %%
def add_positions(x, encoding):
    n = x.shape[0]
    if n > len(encoding):
        raise ValueError(f"{n} tokens, but only {len(encoding)} positions")
    return x + encoding[:n]
