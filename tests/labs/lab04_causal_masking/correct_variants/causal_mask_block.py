# task: causal_mask
# style: np.block: the older keys are all seen, the new ones causally.
# %%
import numpy as np


def causal_mask(n_q, n_k):
    older = np.ones((n_q, n_k - n_q), dtype=bool)
    newer = np.tril(np.ones((n_q, n_q), dtype=bool))
    return np.block([older, newer])
