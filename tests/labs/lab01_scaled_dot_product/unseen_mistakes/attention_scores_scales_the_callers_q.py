# task: attention_scores
# mistake: Scales Q in place and so changes the array of the caller.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    if scale:
        if np.issubdtype(Q.dtype, np.integer):
            Q = Q.astype(float)
        Q /= np.sqrt(Q.shape[-1])
    return Q @ np.swapaxes(K, -1, -2)
