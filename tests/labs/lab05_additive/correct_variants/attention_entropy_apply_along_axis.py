# task: attention_entropy
# style: Row by row, with the zeros taken out.
# %%
import numpy as np


def of_row(row):
    row = row[row > 0]
    return float(-(row * np.log(row)).sum())


# %%
def attention_entropy(weights):
    if weights.ndim == 1:
        return of_row(weights)
    return np.apply_along_axis(of_row, -1, weights)
