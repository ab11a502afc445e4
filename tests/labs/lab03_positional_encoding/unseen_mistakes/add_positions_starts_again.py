# task: add_positions
# mistake: Begins again at position 0 when the table ends.
# diagnosis: positions-begin-again
# %%
import numpy as np


# %%
def add_positions(x, encoding):
    index = np.arange(x.shape[-2]) % len(encoding)
    return x + encoding[index]
