# task: positional_encoding
# mistake: Returns one row for each feature: (d_model, seq_length).
# diagnosis: encoding-turned-round
# %%
import numpy as np


# %%
def positional_encoding(seq_length, d_model):
    rows = []
    for j in range(d_model):
        angle = np.arange(seq_length) / 10000 ** ((j // 2) * 2 / d_model)
        rows.append(np.cos(angle) if j % 2 else np.sin(angle))
    return np.array(rows)
