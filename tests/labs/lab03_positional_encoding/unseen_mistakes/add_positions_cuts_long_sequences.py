# task: add_positions
# mistake: Cuts the tokens off for which there is no position.
# diagnosis: positions-drop-tokens
# %%
import numpy as np


# %%
def add_positions(x, encoding):
    n = min(x.shape[-2], encoding.shape[0])
    return x[..., :n, :] + encoding[:n]
