# task: causal_mask
# style: An outer difference of positions, compared with 0.
# %%
import numpy as np


def causal_mask(n_q: int, n_k: int):
    return np.subtract.outer(np.arange(n_q) + (n_k - n_q), np.arange(n_k)) >= 0
