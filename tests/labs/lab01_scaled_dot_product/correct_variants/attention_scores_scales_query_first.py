# task: attention_scores
# style: The queries are divided by the root before the product with the keys.
# %%
import numpy as np


def attention_scores(Q, K, scale=True):
    if scale:
        Q = Q / np.sqrt(K.shape[-1])
    else:
        Q = Q / 1
    return Q @ K.swapaxes(-1, -2)
