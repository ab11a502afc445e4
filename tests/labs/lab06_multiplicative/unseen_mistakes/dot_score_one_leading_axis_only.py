# task: dot_score
# mistake: Names exactly one leading axis.
# diagnosis: none
# %%
import numpy as np


# %%
def dot_score(h_t, states):
    return np.einsum("bd,bnd->bn", h_t, states)
