# task: leaks_future
# mistake: Returns True for a function that does not leak.
# diagnosis: leak-answers-the-opposite
# %%
import numpy as np


# %%
def leaks_future(attend, n, d, rng):
    x = rng.normal(size=(n, d))
    before = attend(x)
    for i in range(n - 1):
        y = x.copy()
        y[i + 1 :] = rng.normal(size=(n - i - 1, d))
        if not np.allclose(before[i], attend(y)[i]):
            return False
    return True
