# task: gradient_norm
# mistake: Takes the maximum absolute entry as the norm and sums over the queries.
# diagnosis: none
# %%
import numpy as np


# %%
def gradient_norm(Q, K, scale=True):
    p = softmax(attention_scores(Q, K, scale))
    total = 0.0
    for row in p.reshape(-1, p.shape[-1]):
        total += np.abs(softmax_jacobian(row)).max()
    return total
