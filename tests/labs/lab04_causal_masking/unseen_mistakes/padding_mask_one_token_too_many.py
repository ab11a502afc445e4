# task: padding_mask
# mistake: Compares by <=, which counts the first padding as a token.
# diagnosis: padding-one-too-many
# %%
import numpy as np


# %%
def padding_mask(lengths, max_length):
    return (np.arange(max_length) <= lengths[:, None])[:, None, :]
