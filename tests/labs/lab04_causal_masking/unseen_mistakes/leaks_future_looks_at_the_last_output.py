# task: leaks_future
# mistake: Compares the output of the last token, which has no future.
# diagnosis: none
# %%
import numpy as np


# %%
def leaks_future(attend, n, d, rng):
    x = rng.normal(size=(n, d))
    before = attend(x)
    for i in range(n - 1):
        y = x.copy()
        y[i] += 1.0
        if not np.allclose(attend(y)[-1], before[-1]):
            return True
    return False
