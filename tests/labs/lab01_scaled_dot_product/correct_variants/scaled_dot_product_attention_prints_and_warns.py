# task: scaled_dot_product_attention
# style: Leftover debugging prints and a warning without a mask, with right results.
# %%
import warnings

import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    print("Q", Q.shape, "K", K.shape, "V", V.shape)
    scores = attention_scores(Q, K, True)
    if mask is None:
        warnings.warn("no mask: every query sees every key", UserWarning, stacklevel=2)
    else:
        print("mask", mask.shape, mask.dtype)
        scores = np.where(mask != 0, scores, -np.inf)
    weights = softmax(scores, axis=-1)
    output = weights @ V
    print(f"{output.shape=} {weights.sum(axis=-1).min()=}")
    return output, weights
