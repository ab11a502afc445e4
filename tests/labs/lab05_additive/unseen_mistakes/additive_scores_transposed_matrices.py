# task: additive_scores
# mistake: Multiplies by the transposed matrices, as if they stood in the layout of the paper.
# diagnosis: transposed-matrices
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    q = query @ W_q.T
    k = keys @ W_k.T
    return np.tanh(q[..., None, :] + k) @ v
