# task: local_mask
# mistake: Takes neighbours that are strictly nearer than the window.
# diagnosis: local-stops-short
# %%
import numpy as np


# %%
def local_mask(n, window, causal=False):
    i = np.arange(n)
    mask = np.abs(i[:, None] - i[None, :]) < window
    if causal:
        mask = np.tril(mask)
    return mask
