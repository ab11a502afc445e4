# task: leaks_future
# mistake: Only shuffles the later tokens, and their mean, or their sum, stays the same.
# diagnosis: none
# %%
import numpy as np


# %%
def leaks_future(attend, n, d, rng):
    x = rng.normal(size=(n, d))
    y = attend(x)
    for i in range(n - 2):
        order = np.concatenate([np.arange(i + 1), np.arange(n - 1, i, -1)])
        if not np.allclose(attend(x[order])[i], y[i]):
            return True
    return False
