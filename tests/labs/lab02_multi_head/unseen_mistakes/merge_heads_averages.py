# task: merge_heads
# mistake: Averages the heads where it should put them side by side.
# diagnosis: merge-averages-the-heads
# %%
import numpy as np


# %%
def merge_heads(X):
    return X.mean(axis=-3)
