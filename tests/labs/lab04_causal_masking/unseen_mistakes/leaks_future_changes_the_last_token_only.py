# task: leaks_future
# mistake: Changes nothing but the last token, and misses what other tokens give away.
# diagnosis: leak-changes-only-the-last
# %%
import numpy as np


# %%
def leaks_future(attend, n, d, rng):
    x = rng.normal(size=(n, d))
    y = x.copy()
    y[-1] = rng.normal(size=d)
    return not np.allclose(attend(x)[:-1], attend(y)[:-1])
