# task: leaks_future
# mistake: Changes the very array with which it compares, so that both runs see the same numbers.
# diagnosis: leak-accuses-nothing
# %%
import numpy as np


# %%
def leaks_future(attend, n, d, rng):
    x = rng.normal(size=(n, d))
    for i in range(n - 1):
        y = x
        y[i + 1 :] = rng.normal(size=(n - 1 - i, d))
        if not np.allclose(attend(x)[: i + 1], attend(y)[: i + 1]):
            return True
    return False
