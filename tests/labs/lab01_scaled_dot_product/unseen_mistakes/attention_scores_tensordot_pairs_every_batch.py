# task: attention_scores
# mistake: tensordot compares each batch element with the keys of all the others, and the result has an axis too many.
# diagnosis: scores-dot-across-samples
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    scores = np.tensordot(Q, K, axes=([-1], [-1]))
    if scale:
        scores = scores / np.sqrt(Q.shape[-1])
    return scores
