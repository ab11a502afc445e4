# task: attention_scores
# style: The function comes first and its two helpers follow in later cells.
# %%
import numpy as np


def attention_scores(Q, K, scale=True):
    scores = _all_dot_products(Q, K)
    return _shrink(scores, Q.shape[-1]) if scale else scores


# %%
def _all_dot_products(a, b):
    return np.matmul(a.astype(np.float64), np.swapaxes(b, -1, -2).astype(np.float64))


# %%
def _shrink(scores, d):
    return scores / np.sqrt(d)
