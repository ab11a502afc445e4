# task: alibi_bias
# style: Slopes by a cumulative product, single precision.
# %%
import numpy as np


def alibi_bias(num_heads, n):
    slopes = np.cumprod(np.full(num_heads, 2.0 ** (-8.0 / num_heads), dtype=np.float64)).astype(np.float32)
    distances = np.tril(np.arange(n)[:, None] - np.arange(n)) + np.triu(np.arange(n) - np.arange(n)[:, None])
    return -slopes[:, None, None] * distances.astype(np.float32)
