# task: additive_scores
# mistake: Loops over the keys by the first axis, which in a batch is not theirs.
# diagnosis: none
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    scores = []
    for key in keys:
        scores.append(v @ np.tanh(W_q.T @ query + W_k.T @ key))
    return np.array(scores)
