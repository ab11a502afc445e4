# task: leaks_future
# style: Slopes by differences, and the part above the diagonal.
# %%
import numpy as np


def leaks_future(attend, n, d, rng):
    x = rng.normal(size=(n, d))
    reach = np.zeros((n, n))
    for j in range(n):
        for c in range(d):
            up, down = x.copy(), x.copy()
            up[j, c] += 1e-3
            down[j, c] -= 1e-3
            reach[:, j] += np.abs((attend(up) - attend(down)) / 2e-3).sum(axis=1)
    return bool((np.triu(reach, k=1) > 1e-6).any())
