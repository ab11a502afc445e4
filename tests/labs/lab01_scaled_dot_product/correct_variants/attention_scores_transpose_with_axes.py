# task: attention_scores
# style: np.transpose with a list of axes that swaps the last two.
# %%
import math

import numpy as np


def attention_scores(Q, K, scale=True):
    axes = list(range(K.ndim))
    axes[-1], axes[-2] = axes[-2], axes[-1]
    K_T = np.transpose(K, axes)
    scores = 1.0 * np.matmul(1.0 * Q, K_T)
    if scale == True:
        scores = scores / math.sqrt(Q.shape[-1])
    return scores
