# task: local_mask
# mistake: Causal, but to the wrong side: itself and the next ones.
# diagnosis: local-sees-the-future
# %%
import numpy as np


# %%
def local_mask(n, window, causal=False):
    rows, cols = np.indices((n, n))
    d = cols - rows
    if causal:
        return (d >= 0) & (d <= window)
    return (d >= -window) & (d <= window)
