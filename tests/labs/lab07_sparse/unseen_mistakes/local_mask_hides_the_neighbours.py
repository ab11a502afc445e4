# task: local_mask
# mistake: True where a neighbour is hidden.
# diagnosis: local-true-means-hidden
# %%
import numpy as np


# %%
def local_mask(n, window, causal=False):
    i = np.arange(n)
    far = abs(i[:, None] - i) > window
    if causal:
        far |= i[:, None] < i
    return far
