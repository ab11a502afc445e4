# task: split_heads
# style: An own exception class that is a ValueError.
# %%
import numpy as np


class HeadsDoNotFit(ValueError):
    """The features cannot be shared out."""


def split_heads(X, num_heads):
    if num_heads < 1 or X.shape[-1] % num_heads:
        raise HeadsDoNotFit(X.shape[-1], num_heads)
    return np.array(np.array_split(X, num_heads, axis=-1)).transpose(
        *range(1, X.ndim - 1), 0, X.ndim - 1, X.ndim
    )
