# task: add_positions
# mistake: Puts the encoding beside the features and does not add it.
# diagnosis: positions-joined
# %%
import numpy as np


# %%
def add_positions(x, encoding):
    n = x.shape[-2]
    if n > encoding.shape[0]:
        raise ValueError("too many tokens")
    positions = np.broadcast_to(encoding[:n], x.shape[:-1] + encoding.shape[-1:])
    return np.concatenate([x, positions], axis=-1)
