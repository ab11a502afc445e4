# task: local_mask
# mistake: With causal, sees what lies before, but not itself.
# diagnosis: local-causal-hides-itself
# %%
import numpy as np


# %%
def local_mask(n, window, causal=False):
    i = np.arange(n)[:, None]
    j = np.arange(n)[None, :]
    if causal:
        return (j < i) & (j >= i - window)
    return (j >= i - window) & (j <= i + window)
