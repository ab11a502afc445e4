# task: padding_mask
# style: An outer comparison, with an axis added at the end.
# %%
import numpy as np


def padding_mask(lengths, max_length):
    return np.expand_dims(np.greater.outer(np.asarray(lengths), np.arange(max_length)), axis=1)
