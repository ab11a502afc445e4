# task: split_heads
# style: A loop with start and end fills a new array.
# %%
import numpy as np


def split_heads(X, num_heads):
    d_model = X.shape[-1]
    if num_heads <= 0:
        raise ValueError("num_heads must be positive")
    d_k, rest = divmod(d_model, num_heads)
    if rest:
        raise ValueError(f"{d_model} is not a multiple of {num_heads}")
    heads = np.empty((*X.shape[:-2], num_heads, X.shape[-2], d_k), dtype=float)
    for h in range(num_heads):
        start, end = h * d_k, (h + 1) * d_k
        heads[..., h, :, :] = X[..., start:end]
    return heads
