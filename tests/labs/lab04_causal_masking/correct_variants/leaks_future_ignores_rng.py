# task: leaks_future
# style: A generator of its own.
# %%
import numpy as np


def leaks_future(attend, n, d, rng=None):
    own = np.random.default_rng(123)
    x = own.normal(size=(n, d))
    for t in reversed(range(1, n)):
        y = np.copy(x)
        y[t:] = own.normal(size=(n - t, d))
        change = attend(y) - attend(x)
        if not np.allclose(change[:t], 0):
            return True
    return False
