# task: dot_score
# mistake: Names exactly one leading axis.
# diagnosis: dot-einsum-of-a-batch
# %%
import numpy as np


# %%
def dot_score(h_t, states):
    return np.einsum("bd,bnd->bn", h_t, states)
