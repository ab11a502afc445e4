# task: leaks_future
# mistake: Changes the tokens from i + 2 on, and misses a look at the very next one.
# diagnosis: leak-skips-the-neighbour
# %%
import numpy as np


# %%
def leaks_future(attend, n, d, rng):
    x = rng.uniform(-1, 1, size=(n, d))
    out = attend(x)
    for i in range(n - 2):
        y = np.copy(x)
        y[i + 2 :] = rng.uniform(-1, 1, size=(n - i - 2, d))
        if np.max(np.abs(attend(y)[i] - out[i])) > 1e-7:
            return True
    return False
