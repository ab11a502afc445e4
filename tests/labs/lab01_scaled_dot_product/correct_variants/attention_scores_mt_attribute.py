# task: attention_scores
# style: The @ operator with the .mT attribute, keeping float32 when it is given float32.
# %%
import numpy as np


def attention_scores(Q, K, scale=True):
    both_single = Q.dtype == K.dtype == np.float32
    dtype = np.float32 if both_single else np.float64
    scores = Q.astype(dtype) @ K.astype(dtype).mT
    if scale:
        scores /= np.sqrt(Q.shape[-1]).astype(dtype)
    return scores
