# task: leaks_future
# style: The result is a NumPy boolean.
# %%
import numpy as np


def leaks_future(attend, n, d, rng):
    x = rng.normal(size=(n, d))
    worst = np.float64(0)
    for t in range(n):
        other = np.vstack([x[: t + 1], rng.normal(size=(n - t - 1, d))])
        worst = np.maximum(worst, np.abs(attend(other)[: t + 1] - attend(x)[: t + 1]).max())
    return worst > 1e-8
