# task: split_heads
# style: Each head is the set of features whose number, divided by d_k, is its own.
# %%
import numpy as np


def split_heads(X, num_heads):
    d = X.shape[-1]
    if num_heads < 1 or d % num_heads:
        raise ValueError("d_model must be a multiple of num_heads, which must be positive")
    owner = np.arange(d) // (d // num_heads)
    return np.stack([X[..., owner == h] for h in range(num_heads)], axis=-3)
