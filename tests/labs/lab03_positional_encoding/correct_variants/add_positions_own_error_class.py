# task: add_positions
# style: Raises a subclass of ValueError, from a helper.
# %%
import numpy as np


class TooLong(ValueError):
    pass


def rows(encoding, n):
    if n > np.shape(encoding)[0]:
        raise TooLong("there are only %d positions" % len(encoding))
    return np.take(encoding, np.arange(n), axis=0)


def add_positions(x, encoding):
    return np.add(x, rows(encoding, x.shape[-2]))
