# task: leaks_future
# style: The future is wiped out.
# %%
import numpy as np


def leaks_future(attend, n, d, rng):
    x = rng.uniform(1, 2, size=(n, d))
    whole = attend(x)
    for t in range(1, n):
        cut = x.copy()
        cut[t:] = 0
        if not np.allclose(attend(cut)[:t], whole[:t]):
            return True
    return False
