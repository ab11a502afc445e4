# task: leaks_future
# style: Each later row is changed alone.
# %%
import numpy as np


def leaks_future(attend, n, d, rng):
    x = rng.standard_normal((n, d))
    base = np.array(attend(x))
    for j in range(1, n):
        y = x.copy()
        y[j] = rng.standard_normal(d)
        if np.abs(np.asarray(attend(y))[:j] - base[:j]).max() > 1e-9:
            return True
    return False
