# task: additive_scores
# mistake: Divides by the root of the hidden size, as dot-product attention does.
# diagnosis: scores-divided-by-a-root
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    hidden = np.tanh((query @ W_q)[..., None, :] + keys @ W_k)
    return hidden @ v / np.sqrt(v.shape[0])
