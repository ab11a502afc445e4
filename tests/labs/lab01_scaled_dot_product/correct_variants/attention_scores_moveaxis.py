# task: attention_scores
# style: np.moveaxis for the transpose, and the square root written as a power.
# %%
import numpy as np


def attention_scores(Q, K, scale=True):
    queries = np.array(Q, dtype=np.float64)
    keys = np.array(K, dtype=np.float64)
    product = queries @ np.moveaxis(keys, -1, -2)
    return product / queries.shape[-1] ** (0.5 if scale else 0)
