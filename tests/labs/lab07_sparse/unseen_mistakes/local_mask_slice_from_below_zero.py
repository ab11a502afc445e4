# task: local_mask
# mistake: Cuts from i - window, which counts from the end as soon as it is negative.
# diagnosis: local-negative-start
# %%
import numpy as np


# %%
def local_mask(n, window, causal=False):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        stop = i + 1 if causal else i + window + 1
        mask[i, i - window : stop] = True
    return mask
