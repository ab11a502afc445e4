# task: additive_scores
# style: One key after the other, stacked at the end.
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    projected = query @ W_q
    scores = []
    for j in range(keys.shape[-2]):
        scores.append(np.tanh(projected + keys[..., j, :] @ W_k).dot(v))
    return np.stack(scores, axis=-1)
