# task: layer_norm
# style: One row's function, applied along the last axis.
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    def one(row):
        row = row.astype(float)
        row = row - np.mean(row)
        return row / np.sqrt(np.dot(row, row) / row.size + eps)

    return np.multiply(np.apply_along_axis(one, -1, x), gain) + bias
