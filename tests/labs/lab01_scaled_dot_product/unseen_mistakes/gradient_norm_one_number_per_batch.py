# task: gradient_norm
# mistake: Averages over the last axis only and so returns an array for batches.
# diagnosis: norm-for-each-sample
# %%
import numpy as np


# %%
def gradient_norm(Q, K, scale=True):
    J = softmax_jacobian(softmax(attention_scores(Q, K, scale)))
    per_query = np.sqrt((J * J).sum(axis=-1).sum(axis=-1))
    return per_query.mean(axis=-1)
