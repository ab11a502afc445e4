# task: add_positions
# mistake: Raises IndexError for a sequence that is too long.
# diagnosis: none
# %%
import numpy as np


# %%
def add_positions(x, encoding):
    n = np.shape(x)[-2]
    if n > len(encoding):
        raise IndexError(f"position {len(encoding)} is outside the table")
    return x + encoding[np.arange(n)]
