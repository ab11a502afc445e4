# task: attention_scores
# mistake: Divides by d_k and not by its square root.
# diagnosis: scores-divided-by-d-k
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    scores = np.einsum("...qd,...kd->...qk", Q, K)
    if scale:
        scores = scores / Q.shape[-1]
    return scores
