# task: attention_scores
# mistake: Takes the number of keys for the feature size in the square root.
# diagnosis: scores-root-of-number-of-keys
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    Kt = np.swapaxes(K, -1, -2)
    d_k = Kt.shape[-1]
    scores = np.matmul(Q, Kt)
    return scores / np.sqrt(d_k) if scale else scores
