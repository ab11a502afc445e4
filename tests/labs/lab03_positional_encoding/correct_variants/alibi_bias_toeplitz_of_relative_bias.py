# task: alibi_bias
# style: A table of biases for each head, looked up with the learner's own earlier function.
# %%
import numpy as np


def alibi_bias(num_heads, n):
    tables = -np.outer(2.0 ** (-8 * np.arange(1, num_heads + 1) / num_heads), np.abs(np.arange(-n, n + 1)))
    return np.array([relative_position_bias(table, n, n) for table in tables])
