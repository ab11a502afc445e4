# task: local_mask
# mistake: With causal the triangle takes the place of the window.
# diagnosis: local-causal-without-a-window
# %%
import numpy as np


# %%
def local_mask(n, window, causal=False):
    if causal:
        return np.tril(np.ones((n, n), dtype=bool))
    i = np.arange(n)
    return np.abs(i[:, np.newaxis] - i) <= window
