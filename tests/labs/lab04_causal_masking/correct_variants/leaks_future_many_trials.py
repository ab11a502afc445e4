# task: leaks_future
# style: Several inputs, exact comparison of rounded outputs.
# %%
import numpy as np


def leaks_future(attend, n, d, rng):
    def one_trial():
        x = rng.normal(size=(n, d))
        t = int(rng.integers(1, n)) if n > 1 else 1
        y = x.copy()
        y[t:] *= -3
        return np.array_equal(np.round(attend(x)[:t], 8), np.round(attend(y)[:t], 8))

    return not all(one_trial() for _ in range(60))
