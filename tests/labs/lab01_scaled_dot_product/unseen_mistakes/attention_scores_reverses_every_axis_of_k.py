# task: attention_scores
# mistake: K.T turns all axes of K round, not only the last two, so that batches fail or mix.
# diagnosis: scores-every-axis-reversed
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    d_k = Q.shape[-1]
    scores = Q @ K.T
    if scale:
        scores = scores / np.sqrt(d_k)
    return scores
