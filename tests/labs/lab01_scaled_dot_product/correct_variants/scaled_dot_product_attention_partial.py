# task: scaled_dot_product_attention
# style: functools.partial chooses the scoring and normalising functions of a general attention.
# %%
import functools

import numpy as np


def general_attention(Q, K, V, mask=None, *, score, normalise):
    s = score(Q, K)
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = normalise(s)
    return w @ V, w


# %%
scaled_dot_product_attention = functools.partial(
    general_attention, score=attention_scores, normalise=softmax
)
