# task: attention_scores
# mistake: Merges all leading axes into one and does not restore them.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    n_q, d_k = Q.shape[-2:]
    n_k = K.shape[-2]
    if Q.ndim > 2:
        Q = Q.reshape(-1, n_q, d_k)
        K = K.reshape(-1, n_k, d_k)
        scores = np.array([q @ k.T for q, k in zip(Q, K)])
    else:
        scores = Q @ K.T
    return scores / np.sqrt(d_k) if scale else scores
