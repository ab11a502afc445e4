# task: attention_scores
# mistake: Scales when scale is False and leaves the scores alone when it is True.
# diagnosis: scores-flag-inverted
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    raw = np.matmul(Q, np.swapaxes(K, -2, -1))
    return raw if scale else raw / np.sqrt(Q.shape[-1])
