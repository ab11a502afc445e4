# task: attention_scores
# mistake: Computes K Q^T, the table lying on its side, and also divides by the root of d_k twice.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    if scale:
        root = np.sqrt(Q.shape[-1])
        Q, K = Q / root, K / root
    return K @ np.swapaxes(Q, -1, -2)
