# task: causal_mask
# style: Counted from the end: the mirror image of a mask that is aligned at its start.
# %%
import numpy as np


def causal_mask(n_q, n_k):
    queries, keys = np.ogrid[:n_q, :n_k]
    return (keys >= queries)[::-1, ::-1]
