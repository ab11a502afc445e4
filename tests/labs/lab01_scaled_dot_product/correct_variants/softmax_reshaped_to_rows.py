# task: softmax
# style: Everything is reshaped into a table of rows and a generator normalises the rows.
# %%
import numpy as np


def _normalised(rows):
    for row in rows:
        row = np.exp(row - row.max())
        yield row / row.sum()


def softmax(x, axis=-1):
    last = np.swapaxes(np.asarray(x, dtype=float), axis, -1)
    table = last.reshape(-1, last.shape[-1])
    table = np.array(list(_normalised(table)))
    return table.reshape(last.shape).swapaxes(axis, -1)
