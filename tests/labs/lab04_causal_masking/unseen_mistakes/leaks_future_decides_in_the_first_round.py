# task: leaks_future
# mistake: Returns in the first round of the loop, whatever it finds.
# diagnosis: leak-looks-at-the-first-output
# %%
import numpy as np


# %%
def leaks_future(attend, n, d, rng):
    x = rng.normal(size=(n, d))
    reference = attend(x)
    for i in range(n - 1):
        y = x.copy()
        y[i + 1 :] = rng.normal(size=y[i + 1 :].shape)
        if np.allclose(attend(y)[: i + 1], reference[: i + 1]):
            return False
        else:
            return True
