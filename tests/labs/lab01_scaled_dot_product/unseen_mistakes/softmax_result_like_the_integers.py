# task: softmax
# mistake: Fills an array made with zeros_like, so that integer inputs give integers (all of them 0, or 1).
# diagnosis: softmax-in-whole-numbers
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    x = np.asarray(x)
    result = np.zeros_like(x)
    rows = np.moveaxis(x, axis, -1)
    out_rows = np.moveaxis(result, axis, -1)
    for index in np.ndindex(rows.shape[:-1]):
        row = rows[index]
        e = np.exp(row - row.max())
        out_rows[index] = e / e.sum()
    return result
