# task: add_positions
# style: Recursion over the leading axes.
# %%
import numpy as np


def add_positions(x, encoding):
    if x.ndim > 2:
        return np.stack([add_positions(sample, encoding) for sample in x])
    if len(x) > len(encoding):
        raise ValueError(f"{len(x)} > {len(encoding)}")
    return x + encoding[: len(x)]
