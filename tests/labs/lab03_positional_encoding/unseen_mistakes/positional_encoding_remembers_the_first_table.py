# task: positional_encoding
# mistake: Keeps a table for each d_model and gives it back whatever length is asked for.
# diagnosis: none
# %%
import numpy as np

tables = {}


# %%
def positional_encoding(seq_length, d_model):
    if d_model not in tables:
        c = np.arange(d_model)
        angle = np.arange(seq_length)[:, None] / 10000 ** (c // 2 * 2 / d_model)
        tables[d_model] = np.where(c % 2 == 0, np.sin(angle), np.cos(angle))
    return tables[d_model].copy()
