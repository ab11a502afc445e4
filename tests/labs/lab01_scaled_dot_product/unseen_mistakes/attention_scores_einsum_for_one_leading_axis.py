# task: attention_scores
# mistake: The einsum letters only provide for rank 2 and rank 3, so that rank 4 fails.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    pattern = "qd,kd->qk" if Q.ndim == 2 else "bqd,bkd->bqk"
    scores = np.einsum(pattern, Q, K)
    if scale:
        scores = scores / np.sqrt(Q.shape[-1])
    return scores
