# task: leaks_future
# mistake: Also compares the output of the token that was changed, which may change.
# diagnosis: leak-counts-the-present
# %%
import numpy as np


# %%
def leaks_future(attend, n, d, rng):
    x = rng.standard_normal((n, d))
    out = attend(x)
    for i in range(1, n):
        changed = x.copy()
        changed[i:] += rng.standard_normal((n - i, d))
        if np.abs(attend(changed)[: i + 1] - out[: i + 1]).max() > 1e-8:
            return True
    return False
