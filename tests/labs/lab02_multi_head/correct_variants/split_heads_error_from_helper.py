# task: split_heads
# style: A helper in a later cell checks the sizes; int() around the number of heads.
# %%
import numpy as np


def split_heads(X, num_heads):
    d_k = size_of_a_head(X.shape[-1], int(num_heads))
    return X.reshape(*X.shape[:-1], -1, d_k).swapaxes(-2, -3).copy()


# %%
def size_of_a_head(d_model, num_heads):
    for reason, wrong in (("no heads", num_heads < 1), ("a rest", num_heads > 0 and d_model % num_heads)):
        if wrong:
            raise ValueError(reason)
    return d_model // num_heads
