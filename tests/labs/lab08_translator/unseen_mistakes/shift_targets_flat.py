# task: shift_targets
# mistake: Lays all sentences behind each other and shifts the one long row.
# diagnosis: none
# %%
import numpy as np


# %%
def shift_targets(ids):
    tokens = np.concatenate([row for row in ids])
    return tokens[:-1], tokens[1:]
