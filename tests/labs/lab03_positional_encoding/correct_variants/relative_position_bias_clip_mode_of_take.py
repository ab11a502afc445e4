# task: relative_position_bias
# style: np.take with mode='clip'.
# %%
import numpy as np


def relative_position_bias(table, n_q, n_k):
    return np.take(table, np.arange(n_k) - np.arange(n_q)[:, None] + len(table) // 2, mode="clip")
