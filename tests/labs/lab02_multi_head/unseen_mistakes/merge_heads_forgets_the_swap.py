# task: merge_heads
# mistake: Reshapes without bringing the tokens back in front of the heads.
# diagnosis: merge-by-reshape-alone
# %%
import numpy as np


# %%
def merge_heads(X):
    *lead, num_heads, n, d_k = X.shape
    return X.reshape(*lead, n, num_heads * d_k)
