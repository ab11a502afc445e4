# task: dot_score
# mistake: Multiplies states by target states as if there were one of them.
# diagnosis: dot-of-one-sample-only
# %%
import numpy as np


# %%
def dot_score(h_t, states):
    return states @ h_t
