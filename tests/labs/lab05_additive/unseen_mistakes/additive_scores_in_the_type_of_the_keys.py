# task: additive_scores
# mistake: Writes the scores into an array of the type of the keys, which cuts them down if these are integers.
# diagnosis: scores-like-the-keys
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    scores = np.zeros_like(keys[..., 0])
    for j in range(keys.shape[-2]):
        scores[..., j] = np.tanh(query @ W_q + keys[..., j, :] @ W_k) @ v
    return scores
