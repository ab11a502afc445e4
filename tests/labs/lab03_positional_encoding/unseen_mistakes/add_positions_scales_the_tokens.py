# task: add_positions
# mistake: Also multiplies x by the root of d, as a Transformer does with its embeddings.
# diagnosis: positions-tokens-scaled
# %%
import numpy as np


# %%
def add_positions(x, encoding):
    *_, n, d = x.shape
    if n > encoding.shape[0]:
        raise ValueError("not enough positions")
    return x * np.sqrt(d) + encoding[:n]
