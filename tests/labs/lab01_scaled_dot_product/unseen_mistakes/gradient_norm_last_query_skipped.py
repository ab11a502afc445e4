# task: gradient_norm
# mistake: The loop leaves the last query out but still divides by the number of all queries.
# diagnosis: none
# %%
import numpy as np


# %%
def gradient_norm(Q, K, scale=True):
    p = softmax(attention_scores(Q, K, scale))
    rows = p.reshape(-1, p.shape[-1])
    total = 0.0
    for i in range(len(rows) - 1):
        total += np.linalg.norm(softmax_jacobian(rows[i]), "fro")
    return total / len(rows)
