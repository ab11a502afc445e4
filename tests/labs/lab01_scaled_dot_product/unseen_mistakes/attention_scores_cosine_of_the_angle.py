# task: attention_scores
# mistake: Divides by the lengths of the vectors (cosine similarity) where sqrt(d_k) is asked for.
# diagnosis: scores-as-cosines
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    dots = Q @ np.swapaxes(K, -1, -2)
    if not scale:
        return dots
    q_norm = np.linalg.norm(Q, axis=-1, keepdims=True)
    k_norm = np.linalg.norm(K, axis=-1, keepdims=True)
    return dots / (q_norm * np.swapaxes(k_norm, -1, -2))
