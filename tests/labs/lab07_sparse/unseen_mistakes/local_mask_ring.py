# task: local_mask
# mistake: Lays the positions in a ring: the first is a neighbour of the last.
# diagnosis: local-round-the-ends
# %%
import numpy as np


# %%
def local_mask(n, window, causal=False):
    eye = np.eye(n, dtype=bool)
    mask = eye.copy()
    for k in range(1, window + 1):
        mask |= np.roll(eye, -k, axis=1)
        if not causal:
            mask |= np.roll(eye, k, axis=1)
    return mask
