# task: attention_scores
# mistake: The argument scale is accepted but never used.
# diagnosis: scores-always-scaled
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    root = Q.shape[-1] ** 0.5
    return np.einsum("...id,...jd->...ij", Q / root, K)
