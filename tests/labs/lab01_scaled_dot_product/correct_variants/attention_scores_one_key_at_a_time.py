# task: attention_scores
# style: A generator gives one column of scores for each key, and np.stack joins them.
# %%
import numpy as np


def attention_scores(Q, K, scale=True):
    Q = Q + 0.0
    factor = 1.0 / np.sqrt(Q.shape[-1]) if scale else 1.0

    def columns():
        for j in range(K.shape[-2]):
            key = K[..., j, :]
            yield factor * np.matmul(Q, key[..., None])[..., 0]

    return np.stack(list(columns()), axis=-1)
