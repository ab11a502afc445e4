# task: attention_scores
# style: New axes, an elementwise product and a sum over the features, without any matrix product.
# %%
import numpy as np


def attention_scores(Q, K, scale=True):
    pairs = Q[..., :, np.newaxis, :].astype(float) * K[..., np.newaxis, :, :]
    scores = pairs.sum(axis=-1)
    if scale:
        scores *= 1 / np.sqrt(Q.shape[-1])
    return scores
