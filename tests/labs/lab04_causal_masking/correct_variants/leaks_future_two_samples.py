# task: leaks_future
# style: Two unrelated inputs whose beginnings are the same.
# %%
import numpy as np


def leaks_future(attend, n, d, rng):
    one, other = rng.normal(size=(2, n, d))
    for t in range(1, n):
        mixed = np.concatenate([one[:t], other[t:]])
        if not np.allclose(attend(mixed)[:t], attend(one)[:t], rtol=1e-6, atol=1e-9):
            return True
    return False
