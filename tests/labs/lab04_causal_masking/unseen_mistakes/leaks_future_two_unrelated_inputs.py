# task: leaks_future
# mistake: Draws two inputs that differ everywhere, so that every function seems to leak.
# diagnosis: leak-looks-for-any-dependence
# %%
import numpy as np


# %%
def leaks_future(attend, n, d, rng):
    first = attend(rng.normal(size=(n, d)))
    second = attend(rng.normal(size=(n, d)))
    return not np.allclose(first[: n // 2], second[: n // 2])
