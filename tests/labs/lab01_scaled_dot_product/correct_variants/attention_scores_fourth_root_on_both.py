# task: attention_scores
# style: Queries and keys are both divided by the fourth root of d_k.
# %%
import numpy as np


def attention_scores(Q, K, scale=True):
    root = Q.shape[-1] ** 0.25 if scale else 1.0
    return (Q / root) @ np.swapaxes(K / root, -2, -1)
