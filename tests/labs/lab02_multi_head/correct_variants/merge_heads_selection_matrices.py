# task: merge_heads
# style: Each head is multiplied by a matrix of zeros and ones that puts it in its place.
# %%
import numpy as np


def merge_heads(X):
    h, d_k = X.shape[-3], X.shape[-1]
    places = np.eye(h * d_k).reshape(h, d_k, h * d_k)
    return np.matmul(X, places).sum(axis=-3)
