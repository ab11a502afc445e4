# task: gradient_norm
# mistake: Does not pass scale on, so that scale=False gives the scaled result.
# diagnosis: norm-always-scaled
# %%
import numpy as np


# %%
def gradient_norm(Q, K, scale=True):
    probabilities = softmax(attention_scores(Q, K))
    norms = np.linalg.norm(softmax_jacobian(probabilities), "fro", axis=(-2, -1))
    return float(norms.mean())
