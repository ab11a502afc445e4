# task: merge_heads
# mistake: Puts the first features of all heads side by side, then the second ones, and so on.
# diagnosis: merge-deals-features-in-turn
# %%
import numpy as np


# %%
def merge_heads(X):
    moved = np.moveaxis(X, -3, -1)
    return moved.reshape(*moved.shape[:-2], -1)
