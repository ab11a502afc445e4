# task: additive_scores
# mistake: Adds the projected query without an axis for the keys: right for a single query only.
# diagnosis: query-without-an-axis-for-the-keys
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    return np.tanh(query @ W_q + keys @ W_k) @ v
