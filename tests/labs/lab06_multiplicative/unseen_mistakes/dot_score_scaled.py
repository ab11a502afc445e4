# task: dot_score
# mistake: Divides by the root of d, as scaled dot-product attention does.
# diagnosis: dot-divided-by-the-root
# %%
import numpy as np


# %%
def dot_score(h_t, states):
    return np.einsum("...d,...nd->...n", h_t, states) / np.sqrt(h_t.shape[-1])
