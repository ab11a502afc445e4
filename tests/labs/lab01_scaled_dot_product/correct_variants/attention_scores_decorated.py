# task: attention_scores
# style: A decorator with functools.wraps turns the arrays into floats before the function sees them.
# %%
import functools

import numpy as np


def floats_please(function):
    @functools.wraps(function)
    def wrapper(Q, K, *args, **kwargs):
        return function(np.asarray(Q, float), np.asarray(K, float), *args, **kwargs)

    return wrapper


# %%
@floats_please
def attention_scores(Q, K, scale=True):
    """Return Q K^T, divided by the root of d_k if scale."""
    d_k = Q.shape[-1]
    scores = Q @ np.swapaxes(K, -2, -1)
    if scale:
        scores = scores / np.sqrt(d_k)
    return scores
