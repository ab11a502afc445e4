# task: attention_scores
# mistake: Reads d_k from axis 1, which is the number of queries as soon as there is a batch axis.
# diagnosis: scores-size-of-axis-one
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    d_k = Q.shape[1]
    scores = Q @ np.swapaxes(K, -1, -2)
    if scale:
        return scores / np.sqrt(d_k)
    return scores
