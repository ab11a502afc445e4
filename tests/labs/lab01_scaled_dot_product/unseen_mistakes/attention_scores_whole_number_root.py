# task: attention_scores
# mistake: Rounds the square root of d_k down to a whole number.
# diagnosis: scores-whole-root
# %%
import math

import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    scores = np.einsum("...qd,...kd->...qk", Q, K)
    if scale:
        scores = scores / math.isqrt(Q.shape[-1])
    return scores
