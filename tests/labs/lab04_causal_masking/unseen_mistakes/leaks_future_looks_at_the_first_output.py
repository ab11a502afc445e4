# task: leaks_future
# mistake: Compares the output of the first token only.
# diagnosis: leak-looks-at-the-first-output
# %%
import numpy as np


# %%
def leaks_future(attend, n, d, rng):
    x = rng.normal(size=(n, d))
    y = np.vstack([x[:1], rng.normal(size=(n - 1, d))])
    return bool(np.any(np.abs(attend(x)[0] - attend(y)[0]) > 1e-9))
