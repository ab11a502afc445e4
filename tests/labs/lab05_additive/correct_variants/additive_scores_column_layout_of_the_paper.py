# task: additive_scores
# style: Columns as in the paper, W_a s + U_a h, with transposed matrices.
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    W_a, U_a = W_q.T, W_k.T
    s = query[..., :, None]
    h = np.swapaxes(keys, -1, -2)
    hidden = np.tanh(W_a @ s + U_a @ h)  # (..., d_a, n)
    return (v.T @ hidden) if hidden.ndim == 2 else np.einsum("a,...an->...n", v, hidden)
