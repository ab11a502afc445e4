# task: leaks_future
# mistake: Changes the earlier tokens, on which an output may depend.
# diagnosis: leak-looks-at-the-future
# %%
import numpy as np


# %%
def leaks_future(attend, n, d, rng):
    x = rng.normal(size=(n, d))
    out = attend(x)
    for i in range(1, n):
        y = x.copy()
        y[:i] = rng.normal(size=(i, d))
        if not np.allclose(attend(y)[i], out[i]):
            return True
    return False
