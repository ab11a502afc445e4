# task: attention_scores
# mistake: Divides the product in place, which NumPy refuses when Q and K hold integers.
# diagnosis: scores-divided-in-place
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    scores = np.matmul(Q, np.swapaxes(K, -1, -2))
    if scale:
        scores /= np.sqrt(K.shape[-1])
    return scores
