# task: add_positions
# mistake: Refuses a sequence that is exactly as long as the table.
# diagnosis: none
# %%
import numpy as np


# %%
def add_positions(x, encoding):
    n = x.shape[-2]
    max_length = encoding.shape[0]
    if n >= max_length:
        raise ValueError(f"only {max_length} positions are known")
    return x + encoding[:n]
