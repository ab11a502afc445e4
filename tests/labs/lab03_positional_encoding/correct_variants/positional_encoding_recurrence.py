# task: positional_encoding
# style: Each row from the one before by the angle sum identities.
# %%
import numpy as np


def positional_encoding(seq_length, d_model):
    step = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    s, c = np.zeros(len(step)), np.ones(len(step))
    rows = []
    for _ in range(seq_length):
        row = np.empty(2 * len(step))
        row[0::2], row[1::2] = s, c
        rows.append(row[:d_model])
        s, c = s * np.cos(step) + c * np.sin(step), c * np.cos(step) - s * np.sin(step)
    return np.array(rows)
