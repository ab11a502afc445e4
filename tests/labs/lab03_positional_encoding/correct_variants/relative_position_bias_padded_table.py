# task: relative_position_bias
# style: Pads the table with its ends and takes a window of it for each query.
# %%
import numpy as np


def relative_position_bias(table, n_q, n_k):
    m = len(table) // 2
    longer = np.pad(np.asarray(table, dtype=float), (n_q, n_k), mode="edge")
    return np.stack([longer[n_q + m - i : n_q + m - i + n_k] for i in range(n_q)])
