# task: attention_scores
# style: An einsum whose letters are built from the number of axes.
# %%
import string

import numpy as np

# %%


def attention_scores(Q, K, scale: bool = True) -> np.ndarray:
    Q = np.asarray(Q, dtype=float)
    K = np.asarray(K, dtype=float)
    lead = string.ascii_lowercase[: Q.ndim - 2]
    scores = np.einsum(f"{lead}xy,{lead}zy->{lead}xz", Q, K)
    if not scale:
        return scores
    return scores * Q.shape[-1] ** -0.5
