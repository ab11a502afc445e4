# task: local_mask
# mistake: Adds diagonals up: numbers, no booleans.
# diagnosis: local-of-numbers
# %%
import numpy as np


# %%
def local_mask(n, window, causal=False):
    upper = 0 if causal else window
    return sum(np.eye(n, k=k) for k in range(-window, upper + 1))
