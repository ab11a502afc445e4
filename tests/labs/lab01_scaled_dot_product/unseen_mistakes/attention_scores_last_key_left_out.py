# task: attention_scores
# mistake: The loop over the keys stops one too early, so that the last column stays 0.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    n_k = K.shape[-2]
    d_k = K.shape[-1]
    scores = np.zeros(Q.shape[:-1] + (n_k,))
    for j in range(n_k - 1):
        key = K[..., j, :]
        scores[..., j] = (Q * key[..., None, :]).sum(axis=-1)
    if scale:
        scores = scores / np.sqrt(d_k)
    return scores
