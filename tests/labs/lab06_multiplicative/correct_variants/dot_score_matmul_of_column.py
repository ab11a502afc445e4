# task: dot_score
# style: A matrix product with a column, and the column's axis squeezed away.
# %%
import numpy as np


def dot_score(h_t, states):
    return np.squeeze(np.matmul(states, np.expand_dims(h_t, -1)), axis=-1)
