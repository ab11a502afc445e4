# task: additive_scores
# style: np.vectorize over leading axes.
# %%
import numpy as np


# %%
def one(query, keys, W_q, W_k, v):
    return np.tanh(query @ W_q + keys @ W_k) @ v


additive_scores = np.vectorize(one, signature="(q),(n,k),(q,a),(k,a),(a)->(n)")
