# task: attention_scores
# mistake: Brings K into the shape of its transpose with reshape, which leaves the numbers in the wrong places.
# diagnosis: scores-keys-reshaped
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    n_k, d_k = K.shape[-2:]
    K_t = K.reshape(K.shape[:-2] + (d_k, n_k))
    scores = Q @ K_t
    if scale:
        scores = scores / np.sqrt(d_k)
    return scores
