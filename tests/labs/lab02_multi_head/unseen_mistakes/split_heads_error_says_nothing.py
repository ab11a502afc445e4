# task: split_heads
# mistake: Raises ValueError without a message.
# diagnosis: split-raises-without-words
# %%
import numpy as np


# %%
def split_heads(X, num_heads):
    *lead, n, d_model = X.shape
    if num_heads < 1 or d_model % num_heads:
        raise ValueError
    return X.reshape(*lead, n, num_heads, d_model // num_heads).swapaxes(-3, -2)
