# task: merge_heads
# style: A loop writes every head into its columns.
# %%
import numpy as np


def merge_heads(X):
    num_heads, n, d_k = X.shape[-3:]
    merged = np.zeros(X.shape[:-3] + (n, num_heads * d_k))
    for h in range(num_heads):
        merged[..., h * d_k : (h + 1) * d_k] = X[..., h, :, :]
    return merged
