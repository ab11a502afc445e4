# task: additive_scores
# style: The hidden layer is kept in single precision, the sum over it is not.
# %%
import numpy as np
# %%
def additive_scores(query, keys, W_q, W_k, v):
    hidden = np.tanh((query @ W_q)[..., None, :] + keys @ W_k).astype(np.float32)
    return hidden.astype(np.float64) @ v
