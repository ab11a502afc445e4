# task: leaks_future
# style: Rows are raised by one, from each place on.
# %%
import numpy as np


def leaks_future(attend, n, d, rng):
    x = rng.random(size=(n, d))
    before = attend(x)
    leaks = [not np.allclose(attend(x + (np.arange(n) >= t)[:, None])[:t], before[:t]) for t in range(1, n)]
    return any(leaks)
