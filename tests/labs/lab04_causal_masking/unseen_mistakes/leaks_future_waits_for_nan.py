# task: leaks_future
# mistake: Hides NaN in the later tokens; but 0 times NaN is NaN too, so that sound attention is accused.
# diagnosis: leak-by-nan
# %%
import numpy as np


# %%
def leaks_future(attend, n, d, rng):
    x = rng.normal(size=(n, d))
    for i in range(n - 1):
        poisoned = x.copy()
        poisoned[i + 1 :] = np.nan
        if np.isnan(attend(poisoned)[: i + 1]).any():
            return True
    return False
