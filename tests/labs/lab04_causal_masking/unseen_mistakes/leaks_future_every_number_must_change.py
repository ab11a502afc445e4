# task: leaks_future
# mistake: Asks whether all earlier numbers change, where one is enough.
# diagnosis: none
# %%
import numpy as np


# %%
def leaks_future(attend, n, d, rng):
    x = rng.normal(size=(n, d))
    y = x.copy()
    y[-1] += rng.normal(size=d)
    a, b = attend(x)[:-1], attend(y)[:-1]
    return bool((~np.isclose(a, b)).all())
