# task: attention_scores
# style: One einsum with an ellipsis for the leading axes.
# %%
import numpy as np


def attention_scores(Q, K, scale=True):
    scores = np.einsum("...qd,...kd->...qk", Q, K, dtype=np.float64)
    if scale:
        scores = scores / np.sqrt(Q.shape[-1])
    return scores
