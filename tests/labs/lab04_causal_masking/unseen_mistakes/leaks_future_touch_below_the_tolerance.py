# task: leaks_future
# mistake: Changes the later tokens by less than its own tolerance allows to differ.
# diagnosis: leak-accuses-nothing
# %%
import numpy as np


# %%
def leaks_future(attend, n, d, rng):
    x = rng.normal(size=(n, d))
    out = attend(x)
    for j in range(1, n):
        y = x.copy()
        y[j] += 1e-3
        if not np.allclose(attend(y)[:j], out[:j], rtol=0.05, atol=0.01):
            return True
    return False
